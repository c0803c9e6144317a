"""Configurations of real servers around rules that were written, for those that are installed."""

import os
from pathlib import Path
from typing import Final

NGINX: Final = "nginx"
APACHE: Final = "apache2"


def nginx_config(folder: Path, port: int, in_http: str, in_server: str) -> Path:
    """Configure a server that answers 204 to what the rules let through."""
    names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{name}_temp_path {folder / name};" for name in names)
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off;\nmaster_process off;\npid {folder / 'pid'};\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}\n{in_http}\n"
        f"server {{\nlisten 127.0.0.1:{port};\n{in_server}\nlocation / {{ return 204; }}\n}}\n}}\n",
        "utf-8",
    )
    return config


def apache_config(folder: Path, port: int, in_host: str) -> Path:
    """Configure the same for Apache."""
    modules = Path("/usr/lib/apache2/modules")
    loaded = "\n".join(
        f"LoadModule {name}_module {modules / f'mod_{name}.so'}" for name in ("mpm_prefork", "authz_core", "rewrite")
    )
    user = "User www-data\nGroup www-data\n" if os.geteuid() == 0 else ""
    config = folder / "apache.conf"
    config.write_text(
        f"ServerName 127.0.0.1\nServerRoot {folder}\nDefaultRuntimeDir {folder}\nPidFile {folder / 'pid'}\n"
        f"ErrorLog /dev/stderr\nListen 127.0.0.1:{port}\n{loaded}\n{user}"
        f"<VirtualHost *>\n{in_host}\nRewriteRule ^ - [R=204,L]\n</VirtualHost>\n",
        "utf-8",
    )
    return config
