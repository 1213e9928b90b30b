# An exchange in a container: docs/operating/install-container.md. Where these two images cannot be pulled, --build-arg names others.
ARG NODE_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /opt/presage
# A clone has a lock and what builds it. An unpacked package has neither: it was built when it was packed.
COPY package.json package-lock.jso[n] bundle.j[s] ./
# What install scripts would do is done below, once only the packages that run are left.
RUN if [ -f bundle.js ]; \
    then npm ci --ignore-scripts --no-audit --no-fund; \
    else npm install --omit=dev --ignore-scripts --no-audit --no-fund; fi
COPY . .
RUN if [ -f bundle.js ]; then rm -rf dist web/dist && npm run build; fi \
 && node deploy/write-sbom.js > sbom.cdx.json
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && npm rebuild --foreground-scripts \
 && rm -rf node_modules/node-linux-* node_modules/.bin \
 && find node_modules dist -type f \
      \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.a' -o -name '*.md' \) -delete \
 && mkdir /image \
 && cp -a --parents bin dist src/store/migrations web/dist node_modules package.json LICENSE sbom.cdx.json /image

FROM ${BASE_IMAGE}
ARG VERSION=0.2.0
ARG REVISION=""
ARG SOURCE=""
LABEL org.opencontainers.image.title="Presage" \
      org.opencontainers.image.description="A self-hosted prediction-market exchange" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
# PostgreSQL asks for the name of its account.
RUN echo 'presage:x:10001:10001::/data:/usr/sbin/nologin' >> /etc/passwd \
 && echo 'presage:x:10001:' >> /etc/group \
 && mkdir --mode=0700 /data \
 && chown 10001:10001 /data \
 && ln -s /opt/presage/bin/presage.js /usr/local/bin/presage
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image /opt/presage
ENV NODE_ENV=production \
    PRESAGE_DATA_DIR=/data \
    PRESAGE_HOST=0.0.0.0
USER 10001:10001
WORKDIR /data
VOLUME /data
# The one port, the interfaces as specified, and the operators' port, which is on loopback unless PRESAGE_ADMIN_HOST opens it.
EXPOSE 7000 7001 7002 7003 7004
STOPSIGNAL SIGTERM
# A start that recovers much takes minutes; a check that passes ends the start period.
HEALTHCHECK --interval=10s --timeout=10s --start-period=30m --retries=3 \
  CMD ["node", "/opt/presage/bin/presage.js", "health"]
ENTRYPOINT ["node", "/opt/presage/bin/presage.js"]
CMD ["start"]
