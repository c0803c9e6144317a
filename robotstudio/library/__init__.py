"""robots.txt for Python programs: what a crawler may fetch, by which line, and why. No Qt, no network.

>>> from robotstudio import Robots
>>> robots = Robots.parse('''
... User-agent: *
... Disallow: /cart/
... Allow: /cart/help
... ''')
>>> robots.allowed("https://example.com/cart/checkout", "Googlebot")
False
>>> print(robots.why("/cart/checkout", "Googlebot"))
Googlebot may not fetch /cart/checkout. Disallow: /cart/ (line 3) is the only match. Allow: /cart/help (line 4) does not
match.
"""

from robotstudio.library.robots import Answer, Answers, Group, Robots, Rule

__all__ = ["Answer", "Answers", "Group", "Robots", "Rule"]
