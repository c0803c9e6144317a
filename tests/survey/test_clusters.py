"""Farms: groups of hosts with the same file, with the same but for the host, with nearly the same."""

import numpy as np
from msgspec.structs import replace

from robotstudio.survey.clusters import LIKE, ClusterKind, clusters_of, likeness
from robotstudio.survey.facts import USUAL
from robotstudio.survey.result import Surveyor
from robotstudio.survey.rows import AnswerRows, joined
from robotstudio.survey.tally import HostAnswer
from tests.survey.golden import survey

_SHOP = b"# we use Shopify as our ecommerce platform\nUser-agent: *\nDisallow: /admin\nDisallow: /cart\n"
_YOAST = [
    b"User-agent: *",
    b"Disallow: /a/",
    b"Disallow: /b/",
    b"Disallow: /c/",
    b"User-agent: GPTBot",
    b"Disallow: /d/",
]


def rows_of(answers: list[HostAnswer]) -> AnswerRows:
    surveyor = Surveyor(USUAL)
    for answer in answers:
        surveyor.add(answer)
    return surveyor.part()[1]


def variant(number: int) -> bytes:
    """One file as each of many hosts would have it: its own host, sitemap, comment and order."""
    host = f"blog{number}.org"
    rules = _YOAST[1:4]
    turned = rules[number % 3 :] + rules[: number % 3]
    lines = [b"# START YOAST BLOCK of " + host.encode(), _YOAST[0], *turned, *_YOAST[4:], b"# END YOAST BLOCK"]
    return b"\n".join([*lines, b"Sitemap: https://%s/sitemap_%d.xml" % (host.encode(), number)]) + b"\n"


def test_five_hundred_equal_and_a_hundred_that_differ_by_host_are_two_named_farms() -> None:
    answers = [HostAnswer(f"shop{number}.com", _SHOP) for number in range(500)]
    answers += [HostAnswer(f"blog{number}.org", variant(number)) for number in range(100)]
    answers += [
        HostAnswer(f"own{n}.net", b"User-agent: *\n" + b"".join(b"Disallow: /%d%d/\n" % (n, i) for i in range(9)))
        for n in range(50)
    ]
    clusters = clusters_of(rows_of(answers))
    assert [(cluster.kind, cluster.size, cluster.name) for cluster in clusters] == [
        (ClusterKind.IDENTICAL, 500, "Shopify"),
        (ClusterKind.NORMALISED, 100, "Yoast SEO (WordPress)"),
    ]
    assert clusters[1].members[:2] == ("blog0.org", "blog1.org")


def test_near_files_are_joined_and_tell_how_much_alike_the_least_alike_are() -> None:
    common = b"User-agent: *\n" + b"".join(b"Disallow: /%d/\n" % number for number in range(20))
    answers = [HostAnswer(f"h{n}.com", common + b"Disallow: /own-%d/\n" % n) for n in range(4)]
    (cluster,) = clusters_of(rows_of(answers))
    assert (cluster.kind, cluster.size, cluster.files) == (ClusterKind.NEAR, 4, 4)
    assert cluster.least == round(21 / 23, 3)


def test_files_below_the_threshold_are_not_joined() -> None:
    bodies = [
        b"User-agent: *\n" + b"".join(b"Disallow: /%d/\n" % i for i in range(start, start + 10)) for start in (0, 3)
    ]
    assert clusters_of(rows_of([HostAnswer(f"h{n}.com", body) for n, body in enumerate(bodies)])) == ()


def test_every_near_farm_of_the_fixed_set_has_members_that_are_alike() -> None:
    rows = survey().rows
    forms = {host: int(form) for host, form in zip(rows.hosts, rows.normal, strict=True)}
    near = [cluster for cluster in clusters_of(rows) if cluster.kind is ClusterKind.NEAR]
    for cluster in near:
        for host in cluster.members:
            others = [other for other in cluster.members if forms[other] != forms[host]]
            assert any(likeness(rows.sketches[forms[host]], rows.sketches[forms[other]]) >= LIKE for other in others)


def test_one_host_twice_is_no_farm_and_empty_files_are_none() -> None:
    assert clusters_of(rows_of([HostAnswer("a.com", _SHOP), HostAnswer("A.com", _SHOP)])) == ()
    assert clusters_of(rows_of([HostAnswer(f"h{number}.com", b"") for number in range(9)])) == ()


def test_error_pages_of_one_server_are_a_farm() -> None:
    page = b"<!DOCTYPE html><html><body>This domain is parked</body></html>"
    (cluster,) = clusters_of(rows_of([HostAnswer(f"h{number}.com", page) for number in range(3)]))
    assert (cluster.kind, cluster.size) == (ClusterKind.IDENTICAL, 3)


def test_farms_do_not_depend_on_the_order_of_the_parts() -> None:
    rows = survey().rows
    backwards = np.arange(len(rows))[::-1]
    turned = replace(
        rows,
        hosts=tuple(rows.hosts[place] for place in backwards),
        **{name: getattr(rows, name)[backwards] for name in ("outcomes", "templates", "exact", "normal", "states")},
    )
    assert clusters_of(turned) == clusters_of(rows)


def test_rows_come_back_from_their_bytes() -> None:
    rows = survey().rows
    again = AnswerRows.of_bytes(rows.as_bytes())
    assert again.as_bytes() == rows.as_bytes()
    assert (again.hosts, len(again), again.distinct) == (rows.hosts, 2000, rows.distinct)
    nothing = joined([], 3)
    assert len(AnswerRows.of_bytes(nothing.as_bytes())) == 0
