# syntax=docker/dockerfile:1

# All packages, to build with. What runs is assembled of it: the bundle, the web, and the two packages with binaries.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/assemble.mjs /assembled

FROM node:24-slim
LABEL org.opencontainers.image.title="Tocsin" \
      org.opencontainers.image.description="Self-hosted on-call: takes alerts in, pages the right person, keeps the record." \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production \
    PORT=3000 \
    TOCSIN_DATA=/data
WORKDIR /app
# compiled code stays in .cache: a restart takes half the time with it
RUN install --directory --owner=node --group=node --mode=0700 /data .cache
COPY --from=build /assembled ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch(`${process.env.TOCSIN_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
