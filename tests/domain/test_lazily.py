"""What is worked out once, when it is first asked for."""

from __future__ import annotations

from domain.kernel.lazily import lazily


class Sum:
    def __init__(self, *parts: int) -> None:
        self.parts, self.asked = parts, 0

    @lazily
    def total(self) -> int:
        """Of its parts."""
        self.asked += 1
        return sum(self.parts)


def test_it_is_worked_out_once_for_each_object() -> None:
    one, other = Sum(1, 2), Sum(4)
    assert one.asked == 0
    assert (one.total, one.total, other.total) == (3, 3, 4)
    assert (one.asked, other.asked) == (1, 1)


def test_it_can_be_forgotten_and_set() -> None:
    one = Sum(1, 2)
    assert one.total == 3
    one.parts = (5,)
    del one.total
    assert one.total == 5
    one.__dict__["total"] = 9
    assert one.total == 9
    assert one.asked == 2


def test_the_class_itself_tells_what_it_is() -> None:
    assert isinstance(Sum.total, lazily)
    assert Sum.total.__doc__ == "Of its parts."
