/**
 * compose.yaml, the systemd units and the Helm chart, read by the tools of their users: podman-compose, systemd-analyze, helm, and
 * kubeconform with the schemas of Kubernetes. helm is compiled once, which takes minutes. A missing tool fails the run; with
 * --skip-without-tools it skips what needs the tool.
 */
import assert from "node:assert/strict";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { PORT_SETTINGS } from "../../src/settings/address-settings.ts";
import { ALL_SETTINGS } from "../../src/settings/settings-table.ts";
import { clusterCommands } from "../support/cluster-commands.ts";
import { commandsRunBy } from "../support/install-commands.ts";
import { failWithoutTools } from "../support/without-tools.ts";
import { ANALYZE, KUBERNETES, findMissingSystemd, prepareTools, run } from "./tools.ts";
import type { Finished } from "./tools.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CHART = join(ROOT, "deploy", "helm", "presage");
const FULL = join(import.meta.dirname, "full-values.yaml");
const CLUSTER = join(ROOT, "deploy", "cluster", "kubernetes.yaml");
const SETTINGS = new Set(ALL_SETTINGS.map(({ name }) => name as string));

const tools = await prepareTools();
const skip = "missing" in tools ? tools.missing : false;
const unitsSkip = findMissingSystemd() ?? false;
const missing = [skip, unitsSkip].filter((reason) => reason !== false);
if (missing.length > 0)
  failWithoutTools(
    { script: "test:deploy", notTested: "The files of deploy/ are not all tested." },
    missing.join(" "),
  );
const { helm, kubeconform, python } = "missing" in tools ? { helm: "", kubeconform: "", python: "" } : tools;

/** Reads the documents of a YAML text. */
// Documents of every shape are read, and a wrong one fails the test that reads it.
// oxlint-disable-next-line typescript/no-explicit-any
async function parseYaml(file: string): Promise<readonly any[]> {
  const program = "import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))";
  const { code, stdout, stderr } = await run(join(python, "bin", "python3"), ["-c", program, file]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

describe("compose.yaml", { skip }, () => {
  for (const profile of [[], ["--profile", "postgres"], ["--profile", "monitoring"]])
    it(`is taken by a client: ${profile.join(" ") || "without a profile"}`, async () => {
      const args = ["--file", join(ROOT, "compose.yaml"), ...profile, "config", "--quiet"];
      const { code, stderr } = await run(join(python, "bin", "podman-compose"), args);
      assert.equal(code, 0, stderr);
    });

  it("names files, settings and ports that exist", async () => {
    const [{ services, volumes }] = await parseYaml(join(ROOT, "compose.yaml"));
    assert.deepEqual(Object.keys(services), ["presage", "postgres", "prometheus", "grafana"]);
    for (const { volumes: mounted } of Object.values<{ volumes: string[] }>(services))
      for (const [source = ""] of mounted.map((one) => one.split(":")))
        assert.ok(source.startsWith("./") ? existsSync(join(ROOT, source)) : source in volumes, source);
    const { environment, ports } = services.presage;
    assert.deepEqual(
      Object.keys(environment).filter((name) => !SETTINGS.has(name)),
      [],
    );
    assert.ok(ports[0].endsWith(`:${PORT_SETTINGS.web.standard}`));
    const [{ scrape_configs: scrapes }] = await parseYaml(join(ROOT, "deploy/container/prometheus.yml"));
    assert.deepEqual(scrapes[0].static_configs[0].targets, [`presage:${PORT_SETTINGS.admin.standard}`]);
    assert.equal(scrapes[0].authorization.credentials_file, `/run/secrets/${services.prometheus.secrets[0]}`);
    for (const file of globSync("deploy/container/grafana-*.yml", { cwd: ROOT }))
      assert.equal((await parseYaml(join(ROOT, file)))[0].apiVersion, 1);
  });
});

describe("deploy/cluster/compose.yaml", { skip }, () => {
  const copy = mkdtempSync(join(tmpdir(), "presage-compose-"));
  const folder = join(copy, "cluster");
  before(async () => {
    cpSync(join(ROOT, "deploy"), copy, { recursive: true });
    const { code, stderr } = await run(join(folder, "make-secrets"), []);
    assert.equal(code, 0, stderr);
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  for (const profile of [[], ["--profile", "monitoring"]])
    it(`is taken by a client: ${profile.join(" ") || "without a profile"}`, async () => {
      const args = ["--file", join(folder, "compose.yaml"), ...profile, "config", "--quiet"];
      const { code, stderr } = await run(join(python, "bin", "podman-compose"), args);
      assert.equal(code, 0, stderr);
    });

  it("names files, volumes, settings and hosts that exist, and so many of each part", async () => {
    const [{ services, volumes, secrets }] = await parseYaml(join(folder, "compose.yaml"));
    const names = Object.keys(services);
    for (const [part, count] of Object.entries({ etcd: 3, postgres: 3, nats: 3, engine: 2, gateway: 3 }))
      assert.deepEqual(
        names.filter((name) => name.startsWith(part)),
        Array.from({ length: count }, (_, index) => `${part}-${index + 1}`),
      );
    for (const { file } of Object.values<{ file: string }>(secrets))
      assert.ok(existsSync(join(folder, file)), file);
    for (const service of Object.values<ComposedService>(services)) {
      for (const [source = ""] of (service.volumes ?? []).map((one) => one.split(":")))
        assert.ok(source.startsWith(".") ? existsSync(join(folder, source)) : source in volumes, source);
      const text = [...(service.command ?? []), ...Object.values(service.environment ?? {})].join(" ");
      for (const [host] of text.matchAll(/\b(etcd|postgres|nats|engine|gateway)-\d+/g))
        assert.ok(names.includes(host), host);
      const given = service.image === "presage" ? Object.keys(service.environment ?? {}) : [];
      assert.deepEqual(
        given.filter((name) => !SETTINGS.has(name)),
        [],
      );
    }
  });

  it("has a Prometheus that asks HAProxy for the leader", async () => {
    const [{ scrape_configs: scrapes }] = await parseYaml(join(folder, "prometheus.yml"));
    const { standard } = PORT_SETTINGS.admin;
    const targetsOf = (index: number) => scrapes[index].static_configs[0].targets;
    assert.deepEqual(targetsOf(0), [`haproxy:${standard}`]);
    assert.deepEqual(
      targetsOf(1),
      ["gateway-1", "gateway-2", "gateway-3"].map((host) => `${host}:${standard}`),
    );
    assert.match(readFileSync(join(folder, "exchange.cfg"), "utf8"), new RegExp(`bind :${standard}$`, "m"));
  });
});

type ComposedService = {
  readonly image: string;
  readonly volumes?: readonly string[];
  readonly environment?: object;
  readonly command?: readonly string[];
};

describe("the systemd units", { skip: unitsSkip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "presage-units-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("are verified by systemd", async () => {
    const files = ["presage.service", "presage.socket"].map((name) => {
      const unit = readFileSync(join(ROOT, "deploy", name), "utf8");
      const here = unit.replaceAll("/opt/presage", ROOT).replaceAll("/usr/local/bin", join(ROOT, "deploy"));
      writeFileSync(join(folder, name), here);
      return join(folder, name);
    });
    const { code, stdout, stderr } = await run(ANALYZE, [
      "verify",
      "--recursive-errors=no",
      "--man=no",
      ...files,
    ]);
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  });
});

const template = (...args: readonly string[]): Promise<Finished> =>
  run(helm, ["template", "exchange", CHART, "--kube-version", KUBERNETES, ...args]);

/** Kinds of the chart, by the names of their schemas. */
const KINDS = [
  "deployment-apps-v1",
  "ingress-networking-v1",
  "networkpolicy-networking-v1",
  "poddisruptionbudget-policy-v1",
  "service-v1",
  "statefulset-apps-v1",
];

/** Writes the schemas of Kubernetes anew, each with the definitions that it names by an address of a server. */
function writeSchemas(folder: string): string {
  const [schemas = ""] = globSync(
    `lib/python3*/site-packages/kubernetes_validate/kubernetes-json-schema/v${KUBERNETES}-local-strict`,
    { cwd: python },
  );
  const read = (name: string) => {
    const text = readFileSync(join(python, schemas, `${name}.json`), "utf8");
    const { $id: _id, ...schema } = JSON.parse(text.replaceAll("/api/_definitions.json#", "#"));
    return schema;
  };
  const { $defs } = read("_definitions");
  for (const kind of KINDS)
    writeFileSync(join(folder, `${kind}.json`), JSON.stringify({ ...read(kind), $defs }));
  return folder;
}

/** Values that cannot work, each with the refusal. */
const REFUSED: readonly (readonly [value: string, refusal: RegExp])[] = [
  ["replicas=2", /additional properties 'replicas' not allowed/],
  ["mode=live", /'\/mode': value must be one of 'sandbox', 'production'/],
  ["settings.PRESAGE_SEED=x", /invalid propertyName 'PRESAGE_SEED'/],
  ["settings.HOST=x", /'HOST' does not match/],
  ["secret.keys={PRESAGE_ADMIN_TOKEN}", /secret\.name: name the Secret/],
  ["ingress.enabled=true", /ingress\.host: name the host/],
  ["cluster.enabled=true", /set mode=production as well/],
  ["cluster.enabled=true,mode=production", /cluster\.natsUrl: name the servers of NATS/],
  [
    "cluster.enabled=true,mode=production,cluster.natsUrl=nats://n:4222",
    /secret\.keys: a cluster needs DATABASE_URL/,
  ],
  ["cluster.engines=1", /minimum: got 1, want 2/],
  ["serviceMonitor.enabled=true", /set operators\.open=true as well/],
];

describe("the Helm chart", { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), "presage-chart-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const rendered = async (name: string, ...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await template(...args);
    assert.equal(code, 0, stderr);
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, stdout);
    return file;
  };

  it("is taken as docs/operating/install-kubernetes.md installs it", async () => {
    for (const command of commandsRunBy("deploy")) {
      const [values = ""] = command.split("helm install exchange deploy/helm/presage ").slice(1);
      assert.notEqual(values, "", command);
      const { code, stdout, stderr } = await template(...values.split(" "));
      assert.equal(code, 0, stderr);
      assert.match(stdout, /image: "?registry\.example\/presage/);
    }
  });

  it("is taken as docs/operating/cluster.md installs it, with a Secret that has the keys", async () => {
    const [secret = "", install = "", ...more] = clusterCommands("deploy");
    assert.deepEqual(more, []);
    const [, name] = /^kubectl create secret generic (\S+) --from-env-file=presage\.env$/.exec(secret) ?? [];
    const [{ secret: named }] = await parseYaml(CLUSTER);
    assert.equal(name, named.name);
    const made = readFileSync(join(ROOT, "deploy", "cluster", "make-secrets"), "utf8");
    for (const key of named.keys) assert.match(made, new RegExp(`^${key}=`, "m"));
    const [, values = ""] = install.split("helm install exchange ../helm/presage ");
    const args = values.replace("kubernetes.yaml", CLUSTER).split(" ");
    const { code, stdout, stderr } = await template(...args);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /image: "?registry\.example\/presage/);
  });

  it("is linted", async () => {
    for (const values of [[], ["--values", FULL], ["--values", CLUSTER]]) {
      const { code, stdout } = await run(helm, ["lint", "--strict", CHART, ...values]);
      assert.equal(code, 0, stdout);
    }
  });

  for (const [name, args, counted] of [
    ["default", [], /Valid: 2, Invalid: 0, Errors: 0/],
    ["full", ["--values", FULL], /Valid: 5, Invalid: 0, Errors: 0, Skipped: 1/],
    ["cluster", ["--values", CLUSTER], /Valid: 6, Invalid: 0, Errors: 0/],
    ["full cluster", ["--values", FULL, "--values", CLUSTER], /Valid: 8, Invalid: 0, Errors: 0, Skipped: 2/],
  ] as const)
    it(`renders manifests that Kubernetes ${KUBERNETES} takes: ${name} values`, async () => {
      const file = await rendered(name, ...args);
      const location = `${writeSchemas(folder)}/{{.ResourceKind}}{{.KindSuffix}}.json`;
      // The Prometheus operator's kinds are none of Kubernetes' own.
      const options = [
        "-strict",
        "-summary",
        "-skip",
        "ServiceMonitor,PodMonitor,ScrapeConfig",
        "-schema-location",
        location,
      ];
      const { code, stdout, stderr } = await run(kubeconform, [...options, file]);
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, counted);
    });

  it("makes one confined pod, whose settings, secrets and probes exist", async () => {
    const documents = await parseYaml(await rendered("read", "--values", FULL));
    const { replicas, template: pod } = documents.find(({ kind }) => kind === "StatefulSet").spec;
    assert.equal(replicas, 1);
    const [container] = pod.spec.containers;
    assert.equal(pod.spec.securityContext.runAsNonRoot, true);
    assert.deepEqual(pod.spec.securityContext.seccompProfile, { type: "RuntimeDefault" });
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    const names: string[] = container.env.map(({ name }: { name: string }) => name.replace(/_FILE$/, ""));
    assert.deepEqual(
      names.filter((name) => !SETTINGS.has(name)),
      [],
    );
    assert.deepEqual(
      [container.livenessProbe.httpGet.path, container.readinessProbe.httpGet.path],
      ["/health/live", "/health/ready"],
    );
    const ports = Object.fromEntries(
      container.ports.map((port: { name: string; containerPort: number }) => [
        port.name,
        String(port.containerPort),
      ]),
    );
    assert.deepEqual(ports, { http: PORT_SETTINGS.web.standard, operators: PORT_SETTINGS.admin.standard });
    assert.match(
      readFileSync(join(ROOT, "Dockerfile"), "utf8"),
      new RegExp(`USER ${pod.spec.securityContext.runAsUser}:`),
    );
  });

  it("makes engines and gateways whose settings and secrets exist, and leads clients to gateways", async () => {
    const documents = await parseYaml(await rendered("cluster-read", "--values", CLUSTER));
    for (const [kind, command] of [
      ["StatefulSet", "engine"],
      ["Deployment", "gateway"],
    ]) {
      const { template: pod } = documents.find((one) => one.kind === kind).spec;
      const [container] = pod.spec.containers;
      assert.deepEqual(container.args, [command]);
      const names: string[] = container.env.map(({ name }: { name: string }) => name.replace(/_FILE$/, ""));
      assert.deepEqual(
        names.filter((name) => !SETTINGS.has(name)),
        [],
      );
      const ports = new Set(container.ports.map(({ name }: { name: string }) => name));
      for (const { httpGet } of [container.livenessProbe, container.readinessProbe])
        assert.ok(ports.has(httpGet.port), httpGet.port);
    }
    const selected = documents.filter(({ kind }) => kind === "Service").map(({ spec }) => spec.selector);
    assert.equal(selected.length, 2);
    for (const labels of selected) assert.equal(labels["app.kubernetes.io/component"], "gateway");
  });

  for (const [value, refusal] of REFUSED)
    it(`refuses ${value}`, async () => {
      const { code, stderr } = await template("--set", value);
      assert.notEqual(code, 0);
      assert.match(stderr, refusal);
    });
});
