"""What the files of a farm share, and by which lines each of them differs."""

from hypothesis import given
from hypothesis import strategies as st

from robotstudio.survey.cluster_comparison import ClusterComparison, ClusterMember, comparison_of


def differing(kinship: ClusterComparison) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    return {member.host: (member.more, member.less) for member in kinship.members}


def test_lines_of_more_than_half_are_shared_in_their_order() -> None:
    same = b"User-agent: *\nDisallow: /admin\nAllow: /\n"
    kinship = comparison_of({"a.com": same, "b.com": same, "c.com": b"User-agent: *\nDisallow: /x\n"})
    assert kinship.shared == (("User-agent: *", 3), ("Disallow: /admin", 2), ("Allow: /", 2))
    assert kinship.members[0] == ClusterMember("c.com", ("Disallow: /x",), ("Disallow: /admin", "Allow: /"))
    assert differing(kinship)["a.com"] == ((), ())


def test_the_own_host_empty_lines_and_spaces_make_no_difference() -> None:
    kinship = comparison_of(
        {
            "a.com": b"User-agent:  *\n\nSitemap: https://a.com/s.xml\n",
            "www.b.org": b"\xef\xbb\xbfUser-agent: *\r\nSitemap: https://b.org/s.xml\r\n",
        }
    )
    assert [member.differs for member in kinship.members] == [0, 0]
    assert kinship.shared == (("User-agent: *", 2), ("Sitemap: https://{host}/s.xml", 2))


def test_a_member_is_shown_line_by_line_against_the_farm() -> None:
    kinship = comparison_of({"a.com": b"one\ntwo\n", "b.com": b"one\ntwo\n", "c.com": b"one\nthree\n"})
    (member, *_) = kinship.members
    assert kinship.lines_of(member).rows == (("one", "", 3), ("two", "−", 2), ("three", "+", 1))
    assert kinship.members_table.rows[0] == ("c.com", 2)


def test_of_nothing_there_is_nothing_in_common() -> None:
    assert comparison_of({}) == ClusterComparison((), (), {})


@given(st.dictionaries(st.text("ab.", min_size=1, max_size=4), st.binary(max_size=40), max_size=6))
def test_shared_lines_less_what_is_lacking_and_what_is_more_make_each_file(bodies: dict[str, bytes]) -> None:
    kinship = comparison_of(bodies)
    shared = {line for line, _ in kinship.shared}
    sizes = dict.fromkeys(kinship.counts, 0)
    for member in kinship.members:
        assert set(member.less) <= shared
        assert not set(member.more) & shared
        for line in (shared - set(member.less)) | set(member.more):
            sizes[line] += 1
    assert sizes == dict(kinship.counts)
    assert all(2 * kinship.counts[line] > len(bodies) for line in shared)
