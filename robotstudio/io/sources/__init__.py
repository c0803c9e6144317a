"""Where URLs come from: lists, tables, sitemaps, access logs. Each kind is a module; `reading` knows them all."""
