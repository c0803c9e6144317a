"""Who kept to the file: access logs against the versions of the file that there were."""
