# The page and the commands in one image; the base image is python's own, and nothing runs as root.
#
#   docker build -t triptych .
#   docker run --rm -v "$PWD:/work" triptych judge texts.jsonl -o judgements.jsonl
#   docker run --rm -p 127.0.0.1:8321:8321 -e TRIPTYCH_TOKEN=… triptych serve --host 0.0.0.0
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
ARG EXTRAS=all
RUN python -m venv /opt/triptych && /opt/triptych/bin/pip install --no-cache-dir ".[${EXTRAS}]"

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 triptych && install -d -o triptych -g triptych /work
COPY --from=build /opt/triptych /opt/triptych
ENV PATH=/opt/triptych/bin:$PATH PYTHONUNBUFFERED=1
USER triptych
WORKDIR /work
EXPOSE 8321
# Only `serve` has an address to ask; a command that ends by itself is healthy for as long as it runs.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "import os, sys, urllib.request as r; served = b'serve' in open('/proc/1/cmdline', 'rb').read().split(b'\\0'); q = r.Request('http://127.0.0.1:8321/api/health', headers={'Authorization': 'Bearer ' + os.environ.get('TRIPTYCH_TOKEN', '')}); sys.exit(bool(served and r.urlopen(q, timeout=4).status != 200))"]
ENTRYPOINT ["triptych"]
CMD ["serve", "--host", "0.0.0.0"]
