# syntax=docker/dockerfile:1
ARG GO_VERSION=1.22
FROM golang:${GO_VERSION} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download && \
    go vet ./...
COPY . .
ENV CGO_ENABLED=0
RUN go build -o /bin/server ./cmd/server

FROM build AS test
RUN go test ./...

FROM gcr.io/distroless/static:nonroot
ENV PORT 8080
LABEL org.opencontainers.image.title="server"
COPY --from=build /bin/server /server
EXPOSE 8080
ENTRYPOINT ["/server"]
