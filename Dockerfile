# The server is one folder and its browser files; nothing of node_modules is needed to run it.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY tools tools
RUN npm ci --no-audit --no-fund
COPY build.mjs tsconfig.json ./
COPY client client
COPY server server
COPY shared shared
COPY scripts/build scripts/build
# The compiled code is that of the user who runs the image: a start below makes it.
RUN node build.mjs && rm -rf dist/server/compile-cache

# What the site shows. A folder of yours takes its place: docker build --build-context content=../our-content
FROM scratch AS content
COPY content /

FROM node:26.10.0-bookworm-slim
WORKDIR /app
# Fewer arenas, and what is free at the end of them goes back at once: pictures of many sizes leave less unused memory behind.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
# What is new in the heap: V8 lets it grow to 67 MB. With 16, pages are rendered faster, in 20 to 50 MB more (docs/operations.md).
ENV NODE_OPTIONS=--max-semi-space-size=4
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MANAGEMENT_HOST=0.0.0.0 PREVIEW_HOST=0.0.0.0 SHUTDOWN_DELAY=5000
COPY --from=build /app/dist/client dist/client
COPY --from=build /app/dist/server dist/server
COPY --from=build /app/dist/preview dist/preview
COPY --from=build /app/dist/editor dist/editor
COPY --from=build /app/dist/sbom.cdx.json /app/dist/LICENSES.txt dist/
COPY --from=content / content
COPY LICENSE ./
COPY starter starter
# Where a volume for DATA_DIR goes: it takes over whose folder it is.
RUN install -d -o node -g node /data
RUN install -d -o node -g node dist/server/compile-cache
USER node
# V8's compiled code of a first start with the content above, which every later start reads. Without it a start takes longer.
RUN SHUTDOWN_DELAY=0 timeout 10 node dist/server/index.mjs > /dev/null || true
EXPOSE 3000
# Node's fetch would take twice the processor time, and 13 MB more.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "require('http').get(`http://127.0.0.1:${process.env.PORT}/healthz`, (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# The server, with its options if there are any; or another command, as node dist/server/new-content.mjs.
ENTRYPOINT ["sh", "-c", "case \"${1:--}\" in -*) exec node /app/dist/server/index.mjs \"$@\" ;; *) exec \"$@\" ;; esac", "foyer"]
