"""Command lines with each option of every command, run where the window's libraries are not."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path

from robotstudio import assets
from tests.survey.files import answers
from tests.survey.reading.archives import write_json_lines

ROBOTS = b"User-agent: *\nDisalow: /x\nDisallow: /cart/\nAllow: /cart/help\n Disallow: /a\n"
NEW = b"User-agent: *\nDisallow: /\n"
LOG = (
    '192.0.2.1 - - [10/Sep/2026:10:00:00 +0000] "GET /robots.txt HTTP/1.1" 200 12 "-" "StractBot/1.0"\n'
    '192.0.2.1 - - [10/Sep/2026:10:01:00 +0000] "GET /cart/a HTTP/1.1" 200 12 "-" "StractBot/1.0"\n'
)
FIELDS = (
    '{"ts": "2026-09-10T10:00:00Z", "ip": "192.0.2.1", "m": "GET", "u": "/robots.txt", "s": 200, "ua": "StractBot"}\n'
    '{"ts": "2026-09-10T10:01:00Z", "ip": "192.0.2.1", "m": "GET", "u": "/cart/a", "s": 200, "ua": "StractBot/1.0"}\n'
)
PAGE = b"<html><title>Home</title><a href=/guide>Guide</a> <a href=/cart/a>Cart</a> words of an index</html>"
KEY = """-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
"""
"""RFC 9421 B.1.4."""
_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c63f8ffff3f0005fe02fe0def46b80000000049454e44ae426082"
)

CHOSEN = "--crawler Googlebot --strict-crawlers --config robotstudio.toml"

USES: Mapping[str, tuple[str, ...]] = {
    "test": (
        f"robots.txt --url /cart/ {CHOSEN} --format json",
        "robots.txt --urls urls.csv --urls-column address --dialect bing --no-config --format csv",
        "robots.txt --expect robots.txt.expect --format junit --output out.xml",
        "robots.txt --expect robots.txt.expect --format github",
        "robots.txt --readings --crawler Googlebot --crawler bingbot --format text",
        "robots.txt --url /cart/ --as-if 503 --fail-on-blocked",
        "robots.txt --urls clicks.csv --where clicks>1 --columns clicks --crawler Googlebot",
        "robots.txt --urls clicks.csv --weight clicks --fail-on clicks>9 --crawler Googlebot",
        "robots.txt --urls fields.log --log-fields url=u,time=ts",
        "--project shop.robotstudio --environment staging --trust-project",
    ),
    "lint": (
        "robots.txt --baseline findings.jsonl",
        "robots.txt --format github --select RS1 --ignore RS102 --config robotstudio.toml",
        "robots.txt --format sarif --output out.sarif --no-config --fail-on never",
        "robots.txt --format json --exit-zero",
        "robots.txt --diff --format text",
        "fixed.txt --fix",
        "--project shop.robotstudio --environment staging --trust-project",
    ),
    "diff": (
        f"robots.txt new.txt --url / /cart/ {CHOSEN} --format text",
        "robots.txt new.txt --urls urls.csv --urls-column address --max-flips 5% --format csv --output out.csv",
        "robots.txt new.txt --url / --dialect yandex --no-config --format json",
        "robots.txt new.txt --prove --crawler Googlebot",
        "robots.txt new.txt --url / --format markdown",
        "robots.txt new.txt --urls fields.log --log-fields url=u",
        "robots.txt new.txt --urls clicks.csv --where clicks>1 --columns clicks --weight clicks --fail-on clicks>9",
        "--project shop.robotstudio --environment staging --trust-project",
    ),
    "minimise": (
        f"robots.txt {CHOSEN} --format json",
        "robots.txt --dialect google --no-config --format text",
        "robots.txt --crawler Googlebot --output smaller.txt",
    ),
    "siblings": (
        f"robots.txt --url /cart/ {CHOSEN} --format json",
        "robots.txt --urls urls.csv --urls-column address --no-config --format csv",
        "robots.txt --url /Cart/ --dialect google --no-config --format text --output out.txt",
        "robots.txt --urls clicks.csv --where clicks>1",
        "robots.txt --urls fields.log --log-fields url=u",
    ),
    "lsp": (),
    "mcp": (),
    "parse": (
        "robots.txt --format json",
        "robots.txt --config robotstudio.toml",
        "robots.txt --dialect google --no-config --format text --output out.txt",
    ),
    "policy": (
        "robots.txt --format json",
        "robots.txt --all --format text",
        "robots.txt --set ai-training=block --output policy.txt",
        "policy.txt --set ai-training=block --update",
        "policy.txt --take-over",
        "policy.txt --anew",
        "policy.txt --remove",
        "policy.txt --server nginx",
        "policy.txt --signal search=yes,ai-train=no",
        "robots.txt --site {site} --no-access",
        "robots.txt --llms llms.txt",
        "robots.txt --ai ai.txt",
        "robots.txt --tdmrep tdmrep.json",
        "robots.txt --rsl license.xml",
    ),
    "meant": (
        "{site}/a --format json",
        "{site}/a {site}/b --file robots.txt --header X-Stage:1 --format csv --output out.csv",
        "{site}/cart/ --format text --sign key.pem --signature-agent https://bot.example --no-access",
    ),
    "practice": (
        f"--url {{site}}/a {{site}}/cart/a --own-site --rate 0 --max-pages 2 {CHOSEN} --format json",
        "--url {site}/a --header X-Stage:1 --rate 0 --dialect bing --no-config --format csv --output out.csv",
        "--urls urls.csv --urls-column address --log-fields url=u --format text --help",
        "--url {site}/a --sign key.pem --signature-agent https://bot.example --no-access --rate 0",
    ),
    "watch": (
        f"{{site}} {CHOSEN} --format json",
        "--list sites.txt --all --dialect google --no-config --format text --output out.txt",
        "{site} --run true --no-access",
    ),
    "compliance": (
        "access.log --file robots.txt --format json",
        "access.log --file 2026-09-01=robots.txt --site example.com --format csv --output out.csv",
        "access.log --history {site} --format text",
        "fields.log --log-fields url=u --file robots.txt",
    ),
    "crawlers": ("", "--format text", "--format json --output out.json"),
    "indexing": (
        "table.csv --file robots.txt --crawl clicks.csv --format json",
        "table.csv --file robots.txt --format text",
        "table.csv --file 2026-09-01=robots.txt --file 2026-10-01=new.txt --log access.log --format markdown",
        "table.csv --history {site} --file new.txt --site www.example.com --crawler bingbot --output out.csv",
        "table.csv --file robots.txt --log fields.log --log-fields url=u --format csv",
        "table.csv --file robots.txt --timeline --release 2026-10-01=x --output out.svg",
        "table.csv --file robots.txt --log access.log --timeline --format svg",
    ),
    "budget": (
        "robots.txt --log access.log --format json",
        "robots.txt --log access.log --before new.txt --site example.com --format csv --output out.csv",
        "robots.txt --log fields.log --log-fields url=u --format text",
        "robots.txt --log access.log --join clicks.csv --urls-column url --format json",
    ),
    "gate": (
        "{site} --against robots.txt --expect robots.txt.expect --since new.txt --format json",
        "{site} --project shop.robotstudio --environment staging --trust-project --format markdown",
        f"{{site}} {CHOSEN} --dialect google --format github --output out.log",
        "{site} --no-config --header X-Stage:1 --format text --sign key.pem --signature-agent https://a.b --no-access",
    ),
    "fetch": (
        "{site} --format json",
        "{site} --as GPTBot --header X-Stage:1 --format text --output fetched.txt",
        "{site} --sign key.pem --signature-agent https://bot.example --no-access --crawler GPTBot",
    ),
    "crawl": (
        f"{{site}} --state crawl --max-pages 5 --max-depth 3 --rate 0 --draft new.txt --mine {CHOSEN} --format json",
        "{site} --state crawl --resume --other-hosts b.example --no-sitemaps --format csv --output out.csv",
        "{site} --state more --rate 0 --include / --exclude /cart --max-pages 3 --format text",
        "{site} --state fifth --max-pages 1 --rate 0 --sign key.pem --signature-agent https://bot.example --no-access",
        "{site} --state third --no-traps --header X-Stage:1 --max-pages 2 --rate 0 --connections 2 --all-connections 4",
        "{site} --state fourth --follow-trap calendar --exclude / --rate 0 --not-fetched --format csv",
        "{site} --state crawl --rate 0 --against crawl --only gone --only verdict --name Later --format markdown",
        "--state crawl --against crawl --no-config --format json",
        "--state crawl --against urls.csv --no-config --format csv",
        "--state crawl --repair",
        "{site} --state crawl --resume --findings --rate 0 --dialect bing --no-config",
        "{site} --state crawl --resume --findings --rate 0 --join clicks.csv --urls-column url --format json",
        "{site} --state crawl --render --browser chromium --no-sandbox --help",
    ),
    "access": (
        "--format json",
        "https://shop.example --format text --output out.txt",
        "https://shop.example --remove",
        "--sign key.pem --signature-agent https://bot.example",
    ),
    "search": (
        f"words --state crawl {CHOSEN} --draft new.txt --limit 3 --format json",
        "words --state crawl --dialect google --no-config --format text --output out.txt",
    ),
    "render": (  # with `--help`, as not every computer has a browser: `tests/cli/test_render.py`
        "{site} --crawler Googlebot --draft new.txt --pictures out --format json --output out.json --help",
        "{site} --header 'X-A: b' --browser chromium --no-sandbox --format text --help",
        "{site} --sign key.pem --signature-agent https://bot.example --no-access --help",
    ),
    "rule": ("RS102 --format text --output out.txt", "RS1 RS51 --format json"),
    "report": (
        f"robots.txt --url /cart/ {CHOSEN} --format md --title T --author A --notes notes.txt --logo logo.png",
        "robots.txt --urls urls.csv --urls-column address --date 2026-10-01 --output out.html",
        "robots.txt --site https://www.example.com --baseline new.txt --expect robots.txt.expect --format json",
        "robots.txt --crawl crawl --search words --format xlsx --output out.xlsx",
        "robots.txt --for client --client C --agency G --format md",
        "robots.txt --log access.log --file 2026-09-01=robots.txt --format md",
        "robots.txt --indexing table.csv --file 2026-09-01=robots.txt --format md",
        "robots.txt --meant {site}/page --only ai-policy --format md",
        "robots.txt --since earlier.json --format tickets",
        "robots.txt --url /cart/ --format jira",
        "robots.txt --colour #1a6b3c --fonts fonts --format md",
        "robots.txt --urls clicks.csv --where clicks>1 --format md",
        "robots.txt --log fields.log --log-fields url=u --file robots.txt --format md",
        "robots.txt --fetch {site} --no-access --history --only server --format html",
        "robots.txt --without rules --dialect google --no-config --format csv",
        "shop.robotstudio --environment staging --trust-project",
    ),
    "survey": (
        "answers.jsonl --format json --workers 1",
        "answers.jsonl --format text --output out.txt --figures figures --figure-format csv --theme print",
        "answers.jsonl --figures figures --figure-title A-1=Title --workers 1 --all",
        "answers.jsonl --against answers.jsonl --hosts hosts.csv --workers 1",
        "answers.jsonl --practice practice.csv --by practice --workers 1",
        "answers.jsonl --format csv --crawler GPTBot --strict-crawlers --workers 1",
        "answers.jsonl --date 2026-01-01 --crawler GPTBot --path /cart/ --lint --state parts --workers 1",
        "answers.jsonl --where GPTBot=blocked --by status --workers 1",
        "farm --farm a.example --workers 1",
    ),
}

NOT_HERE: Mapping[str, str] = {
    "--update": "needs a list that the project signed (tests/cli/test_crawler_update.py)",
    "--take": "needs --update",
    "pdf": "needs the extra `pdf`, and says so",
    **dict.fromkeys(
        ("--basic", "--bearer", "--cookie", "--headers", "--shopify", "--from-env"),
        "needs a key ring: `tests/cli/test_access.py` has one",
    ),
    "--cluster": "needs the extra `cluster` of the whole program, and says so",
    "--refresh-ranges": "asks the operators of crawlers",
    "--dns": "asks name servers",
    "--git": "needs a repository: `tests/compliance/test_version_files.py` makes one",
    "--run-source": "runs a command: `tests/cli/test_source.py` makes one",
    "--stdio": "waits for an editor: `tests/cli/lsp` is one",
    "--allow-fetch": "waits for an assistant: `tests/cli/mcp` is one",
}
"""Options that no use has, and why."""

READS_ANY: Mapping[str, tuple[str, ...]] = {
    "a robots.txt or a file for AI: any bytes are one, as for a crawler": (
        "test FILE", "lint FILE", "diff OLD", "diff NEW", "minimise FILE", "siblings FILE", "policy FILE",
        "parse FILE", "policy --tdmrep", "policy --rsl", "meant --file",
        "report FILE", "policy --llms", "policy --ai", "compliance --file", "crawl --draft", "search --draft",
        "crawlers FILE",
        "budget FILE", "budget --before", "indexing --file", "gate --against", "gate --since", "report --baseline",
        "report --file",
        "render --draft",
    ),
    "a text that is printed as it is": ("report --notes",),
    "written": ("survey --figures", "survey --state", "render --pictures"),
}  # fmt: skip
"""Inputs of commands of which nothing can fail to be understood, and why."""

READS: Mapping[str, str] = {
    "test --urls": "test robots.txt --urls {} --format {form}",
    "diff --urls": "diff robots.txt new.txt --urls {} --format {form}",
    "siblings --urls": "siblings robots.txt --urls {} --format {form}",
    "report --urls": "report robots.txt --urls {} -o report.json",
    "test --expect": "test robots.txt --expect {} --format {form}",
    "report --expect": "report robots.txt --expect {} -o report.json",
    "test --project": "test --project {} --url / --format {form}",
    "lint --project": "lint --project {} --format {form}",
    "lint --baseline": "lint robots.txt --baseline {} --format {form}",
    "diff --project": "diff --project {} --url / --format {form}",
    "gate --expect": "gate https://a.invalid --expect {} --format {form}",
    "gate --project": "gate https://a.invalid --project {} --format {form}",
    "compliance LOG": "compliance {} --file robots.txt --format {form}",
    "compliance --git": "compliance access.log --file robots.txt --git {} --format {form}",
    "report --git": "report robots.txt --log access.log --git {} -o report.json",
    "indexing --git": "indexing table.csv --git {} --format {form}",
    "indexing EXPORT": "indexing {} --file robots.txt --format {form}",
    "indexing --crawl": "indexing table.csv --file robots.txt --crawl {} --format {form}",
    "indexing --log": "indexing table.csv --file robots.txt --log {} --format {form}",
    "budget --log": "budget robots.txt --log {} --format {form}",
    "budget --join": "budget robots.txt --log access.log --join {} --format {form}",
    "report --indexing": "report robots.txt --indexing {} -o report.json",
    "report --log": "report robots.txt --log {} -o report.json",
    "report --crawl": "report robots.txt --crawl {} -o report.json",
    "report --since": "report robots.txt --since {} -o report.json",
    "report --logo": "report robots.txt --logo {} -o report.json",
    "crawl --state": "crawl --state {} --resume --format {form}",
    "crawl --against": "crawl --state kept.crawl --against {} --format {form}",
    "crawl --join": "crawl --resume --state kept.crawl --join {} --format json",
    "render --browser": "render https://a.invalid --browser {} --no-sandbox --format {form}",
    "access --sign": "access https://a.invalid --sign {} --signature-agent https://b.invalid",
    "fetch --sign": "fetch https://a.invalid --sign {} --signature-agent https://b.invalid --format {form}",
    "render --sign": "render https://a.invalid --sign {} --signature-agent https://b.invalid --format {form}",
    "meant --sign": "meant https://a.invalid/ --sign {} --signature-agent https://b.invalid --format {form}",
    "practice --sign": "practice --url http://a.invalid --sign {} --signature-agent https://b.invalid --format {form}",
    "practice --urls": "practice --urls {} --format {form}",
    "gate --sign": "gate https://a.invalid --sign {} --signature-agent https://b.invalid --format {form}",
    "crawl --sign": "crawl a.invalid --state x.crawl --sign {} --signature-agent https://b.invalid --format {form}",
    "crawl --browser": "crawl https://a.invalid --state new.crawl --render --browser {} --no-sandbox --format {form}",
    "search --state": "search words --state {} --format {form}",
    "watch --list": "watch --list {} --format {form}",
    "survey INPUT": "survey {} --workers 1 --format {form}",
    "survey --against": "survey answers.csv --against {} --workers 1 --format {form}",
    "survey --hosts": "survey answers.csv --hosts {} --workers 1 --format {form}",
    "survey --practice": "survey answers.csv --practice {} --workers 1 --format {form}",
    **{
        f"{command} --config": f"{command} {rest} --config {{}} --format {{form}}"
        for command, rest in {
            "test": "robots.txt --url /",
            "lint": "robots.txt",
            "diff": "robots.txt new.txt --url /",
            "minimise": "robots.txt",
            "gate": "https://a.invalid",
            "siblings": "robots.txt --url /",
            "parse": "robots.txt",
            "search": "words --state x.crawl",
            "crawl": "https://example.invalid --state x.crawl",
            "watch": "https://example.invalid",
            "practice": "--url https://example.invalid/",
        }.items()
    },
    "report --config": "report robots.txt --config {} -o report.json",
}
"""All other inputs of commands: how a file is given, so that the exit status is 2 if nothing in it is understood."""


def make_folder(folder: Path) -> None:
    """Make the files that the uses name."""
    shop = {
        "version": 1,
        "site": "https://www.example.com",
        "file": "robots.txt",
        "baseline": "new.txt",
        "urls": ["/cart/help"],
        "crawlers": ["Googlebot"],
        "environments": [{"name": "staging", "site": "https://staging.example.com", "overlay": [{"do": "close"}]}],
    }
    for name, text in (
        ("robots.txt.expect", "block Googlebot /cart/\n"),
        ("clicks.csv", "url,clicks\nhttps://www.example.com/cart/,3\nhttps://www.example.com/b,2\n"),
        ("table.csv", "URL,Last crawled\nhttps://www.example.com/cart/,2026-09-20\n"),
        ("urls.csv", "address,clicks\nhttps://www.example.com/cart/,3\nhttps://www.example.com/b,2\n"),
        ("robotstudio.toml", 'crawlers = ["Googlebot"]\n'),
        ("access.log", LOG),
        ("fields.log", FIELDS),
        ("key.pem", KEY),
        ("notes.txt", "A note.\n"),
        ("llms.txt", "# Shop\n\n> All of it.\n"),
        ("ai.txt", "User-Agent: *\nDisallow: *.jpg\n"),
        ("tdmrep.json", '[{"location": "/", "tdm-reservation": 1}]'),
        ("license.xml", '<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license/></content></rsl>'),
        ("findings.jsonl", '{"path": "robots.txt", "code": "RS102", "fingerprint": "0:1"}\n'),
        ("hosts.csv", "host,rank\nwww.example.com,1\n"),
        ("practice.csv", "url,crawler,agreement\nhttps://www.example.com/,GPTBot,agree\n"),
        ("shop.robotstudio", json.dumps(shop)),
        ("earlier.json", json.dumps({"state": {"date": "2026-10-01", "sha256": "0" * 64}})),
    ):
        (folder / name).write_text(text, "utf-8")
    for name, body in (("robots.txt", ROBOTS), ("fixed.txt", ROBOTS), ("new.txt", NEW), ("logo.png", _PIXEL)):
        (folder / name).write_bytes(body)
    (folder / "fonts").mkdir()
    (folder / "fonts" / "mono.ttf").write_bytes(assets.path("fonts/JetBrainsMono-Regular.ttf").read_bytes())
    (folder / "farm").mkdir()
    for host in ("a.example", "b.example", "c.example"):
        rules = b"".join(b"Disallow: /part-%d/\n" % number for number in range(40))
        (folder / "farm" / f"{host}.txt").write_bytes(b"User-agent: *\n" + rules)
    write_json_lines(folder / "answers.jsonl", answers(40))


def arguments_of(command: str, site: str) -> list[list[str]]:
    """Help, and each use, as they are typed."""
    return [[command, "--help"], *([command, *shlex.split(use.format(site=site))] for use in USES[command])]
