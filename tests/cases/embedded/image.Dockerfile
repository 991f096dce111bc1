# syntax=x
FROM debian AS a
RUN --mount=type=cache,target=/x apt-get update \
    # a comment
 && apt-get install -y x \
 y
RUN ["a", "b"]
RUN <<EOF
foo() {
  bar
}
EOF
RUN python3 - <<PYTHON && \
   foo
def f():
    pass
PYTHON
COPY a b
