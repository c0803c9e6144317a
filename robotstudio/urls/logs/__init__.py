"""Access logs in the formats that servers, proxies and CDNs write: each line becomes one `LogRecord`."""
