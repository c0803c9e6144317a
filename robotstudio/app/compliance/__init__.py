"""Who kept to the file, by access logs and the versions of the file that there were."""
