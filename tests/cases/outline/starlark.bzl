"""Rules for books."""

load("@bazel_skylib//lib:paths.bzl", "paths")
load(":providers.bzl", "BookInfo", "ShelfInfo")

DEFAULT_SHELF = "main"
_toolchain, _platform = ("a", "b")

def _book_impl(ctx):
    """Binds the pages."""
    out = ctx.actions.declare_file(ctx.label.name + ".book")
    for page in ctx.files.pages:
        if page.extension == "txt":
            continue
        elif not page.is_source:
            fail("not a source: {}".format(page.path))
        else:
            print(paths.basename(page.path))
    return [
        BookInfo(
            file = out,
            shelf = ctx.attr.shelf,
        ),
    ]

book = rule(
    implementation = _book_impl,
    attrs = {
        "pages": attr.label_list(allow_files = True),
        "shelf": attr.string(default = DEFAULT_SHELF),
    },
)

titles = lambda books: [b.title for b in books]

book(
    name = "manual",
    pages = ["one.txt"],
)
