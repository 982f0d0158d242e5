"""Films of games: pictures one after the other, as MP4 (H.264) or GIF. The ground is drawn once, the rest each time."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from cli.shell.png import png_of
from domain.kernel.errors import BadInput

if TYPE_CHECKING:
    from PIL.Image import Image

    from projections.film.frame import Frame, Size
    from projections.page.data import Ground

MISSING = (
    "films need further packages: `pip install 'refight[film]'`, or `pipx inject refight av pillow resvg-py "
    "font-source-sans-pro`"
)
DENSE, MOST_GROUND = 1.6, 10_000_000  # pixels for a unit of the ground, and of all of it
RATE = 2  # pictures a second in an MP4: each is shown again until its time is over
PAPER = "#fffdf4"


def check_film() -> None:
    """Before anything is drawn."""
    try:
        import av  # noqa: F401
        import PIL  # noqa: F401
    except ImportError:
        raise BadInput(MISSING) from None


class Projector:
    """Lays what happens over the ground."""

    def __init__(self, grounds: tuple[Ground, ...], size: Size) -> None:
        self.grounds, self.size = grounds, size
        self.kept: dict[int, tuple[Image, float]] = {}

    def picture(self, frame: Frame) -> Image:
        from PIL import Image

        whole = Image.new("RGB", self.size, PAPER)
        whole.paste(self._part(frame), (0, 0))
        over = Image.open(io.BytesIO(png_of(frame.svg, self.size.width)))
        whole.paste(over, (0, 0), over)
        return whole

    def _part(self, frame: Frame) -> Image:
        """Of the ground, what is seen; around it the paper."""
        from PIL import Image

        ground, dense = self._ground(frame.ground)
        left, top, *_ = self.grounds[frame.ground].frame
        seen = frame.seen
        box = (
            (seen.left - left) * dense,
            (seen.top - top) * dense,
            (seen.right - left) * dense,
            (seen.bottom - top) * dense,
        )
        wide, high = self.size.width, self.size.board
        return ground.transform(
            (wide, high), Image.Transform.EXTENT, box, Image.Resampling.BICUBIC, fillcolor=PAPER
        ) if box[2] - box[0] < wide * 1.2 else _shrunk(ground, box, (wide, high))  # fmt: skip

    def _ground(self, number: int) -> tuple[Image, float]:
        from PIL import Image

        from projections.film.frame import ground_svg

        if number not in self.kept:
            ground = self.grounds[number]
            _, _, wide, high = ground.frame
            dense = min(DENSE, (MOST_GROUND / (wide * high)) ** 0.5)
            drawn = Image.open(io.BytesIO(png_of(ground_svg(ground), round(wide * dense))))
            paper = Image.new("RGB", drawn.size, PAPER)
            paper.paste(drawn, (0, 0), drawn)
            self.kept[number] = paper, drawn.size[0] / wide
        return self.kept[number]


def _shrunk(ground: Image, box: tuple[float, float, float, float], size: tuple[int, int]) -> Image:
    """A large part made small: every pixel counts, so that thin lines stay; off the board there is paper."""
    from PIL import Image

    left, top, right, bottom = map(round, box)
    part = Image.new("RGB", (right - left, bottom - top), PAPER)
    part.paste(ground, (-left, -top))
    return part.resize(size, Image.Resampling.BOX, reducing_gap=2.0)


def mp4(pictures: Iterable[Image], size: Size, seconds: float) -> Iterator[bytes]:
    import av

    held = io.BytesIO()
    with av.open(held, "w", format="mp4") as film:
        stream: Any = film.add_stream("libx264", rate=RATE, options={"crf": "23", "preset": "superfast"})
        stream.width, stream.height, stream.pix_fmt = size.width, size.height, "yuv420p"
        for picture in pictures:
            frame: Any = av.VideoFrame
            shown = frame.from_image(picture).reformat(format="yuv420p")
            for _ in range(max(1, round(seconds * RATE))):
                shown.pts = None
                film.mux(stream.encode(shown))
        film.mux(stream.encode())
    yield held.getvalue()


def gif(pictures: Iterable[Image], seconds: float) -> Iterator[bytes]:
    """All pictures with the colours of the first: those of a board are few and stay the same."""
    from PIL import Image

    every = iter(pictures)
    first = next(every).quantize(255, Image.Quantize.MEDIANCUT)
    rest = (one.quantize(palette=first, dither=Image.Dither.NONE) for one in every)
    held = io.BytesIO()
    first.save(held, "GIF", save_all=True, append_images=rest, duration=round(seconds * 1000), loop=0, disposal=1)
    yield held.getvalue()
