/** Containers of the image, with the least that Docker and Kubernetes can give: no capability, and nothing to write but the volume. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { until } from "../support/until.ts";
import { IMAGE, STORAGE } from "./images.ts";
import { run } from "./tools.ts";
import type { Output } from "./tools.ts";

export type ContainerTerms = {
  /** Name of the volume with the data. */
  readonly volume: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Options of podman beside those that every container has. */
  readonly options?: readonly string[];
  /** True for one that reaches what this machine has on loopback. */
  readonly onHost?: true;
  /** Name of the image; {@link IMAGE} without it. */
  readonly image?: string;
};

export type Container = {
  readonly name: string;
  /** Milliseconds from the call of podman until the exchange was ready. */
  readonly startMs: number;
  /** Base URL of the one port. */
  readonly web: string;
  /** Runs a program in it; rejects when it fails. */
  exec(...command: readonly string[]): Promise<string>;
  kill(): Promise<void>;
  /** Stops it as an operator does; resolves with its exit code. */
  stop(): Promise<number>;
};

/** Options of every call of podman. */
export const GLOBAL = [...STORAGE, "--cgroup-manager", "cgroupfs", "--runtime", "runc"];
/** Health checks are asked for by the test, since podman leaves their times to systemd. */
export const ENVIRONMENT = { DISABLE_HC_SYSTEMD: "true" };
/** Seconds until a stop is a kill: those that docs/operating/install-container.md names. */
const GRACE_SECONDS = "120";

export const podman = (...args: readonly string[]): Promise<Output> =>
  run("podman", [...GLOBAL, ...args], ENVIRONMENT);

/** Runs a command that is documented for Docker, with podman and the image that is tested. Names and ports are its own. */
export async function runDocumented(command: string, { name, volume }: Documented): Promise<string> {
  const [program, verb = "", ...words] = command.split(/\s+/);
  if (program !== "docker") throw new Error(`expected a command of docker, got ${command}`);
  const args = words.map((word, index) => {
    if (word !== "presage")
      return word.replace("presage-data:", `${volume}:`).replace(/:\d+:7000$/, "::7000");
    // The first word of exec names the container, as does that after --name.
    if (verb === "exec" && index === 0) return name;
    if (verb === "exec") return word;
    return words[index - 1] === "--name" ? name : IMAGE;
  });
  const own = verb === "run" ? limitOptions() : [];
  return (await podman(verb, ...own, ...args)).stdout;
}

type Documented = { readonly name: string; readonly volume: string };

/** Limits of this process: podman would raise those of a container beyond them, which takes a right of its own. */
export function limits(): string[] {
  const files =
    /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? "1024";
  return [`nofile=${files}:${files}`, "nproc=32768:32768"];
}

const limitOptions = (): string[] => limits().flatMap((limit) => ["--ulimit", limit]);

const CONFINED = [
  "--read-only",
  "--read-only-tmpfs=false",
  "--cap-drop=ALL",
  "--security-opt=no-new-privileges",
];

const optionsOf = ({ volume, settings = {}, options = [] }: ContainerTerms): string[] => [
  ...limitOptions(),
  ...CONFINED,
  "--volume",
  `${volume}:/data`,
  ...Object.entries(settings).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
  ...options,
];

/** Starts the exchange, and waits until it is ready. */
export async function startContainer(terms: ContainerTerms): Promise<Container> {
  const name = `presage-test-${randomBytes(4).toString("hex")}`;
  const { reach, args, findWeb } = terms.onHost === true ? ON_HOST : PUBLISHED;
  const begun = performance.now();
  await podman(
    "run",
    "--detach",
    "--name",
    name,
    ...reach,
    ...optionsOf(terms),
    terms.image ?? IMAGE,
    ...args,
  );
  const web = await findWeb(name);
  await until("the exchange is ready", () => isReady(web));
  return {
    name,
    web,
    startMs: performance.now() - begun,
    exec: async (...command) => (await podman("exec", name, ...command)).stdout,
    kill: async () => void (await podman("kill", "--signal", "KILL", name)),
    stop: async () => {
      await podman("stop", "--time", GRACE_SECONDS, name);
      return Number(await inspect(name, "{{.State.ExitCode}}"));
    },
  };
}

type Network = {
  readonly reach: readonly string[];
  readonly args: readonly string[];
  findWeb(name: string): Promise<string>;
};

const PUBLISHED: Network = {
  reach: ["--publish", "127.0.0.1::7000"],
  args: [],
  findWeb: async (name) => `http://${(await podman("port", name, "7000/tcp")).stdout.trim()}`,
};

/** The machine's own network, on ports that are free there. */
const ON_HOST: Network = {
  reach: ["--network", "host", "--env", "PRESAGE_HOST=127.0.0.1"],
  args: ["start", "--json", "--free-ports"],
  async findWeb(name) {
    let printed = "";
    await until("the exchange has started", async () => {
      ({ stdout: printed } = await podman("logs", name));
      return printed.endsWith("\n");
    });
    return JSON.parse(printed).web;
  },
};

/** Runs a command of presage in a container of its own; resolves with what it prints. */
export async function runCommand(volume: string, ...args: readonly string[]): Promise<string> {
  return (await podman("run", "--rm", ...optionsOf({ volume }), IMAGE, ...args)).stdout;
}

/** Runs a program of Node.js in a container of its own, without data. */
export async function runProgram(text: string): Promise<string> {
  return (await podman("run", "--rm", ...limitOptions(), "--entrypoint", "node", IMAGE, "-e", text)).stdout;
}

export async function inspect(name: string, format: string): Promise<string> {
  return (await podman("inspect", "--format", format, name)).stdout.trim();
}

async function isReady(web: string): Promise<boolean> {
  const answer = await fetch(`${web}/health/ready`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Reads the description of the image. */
export async function inspectImage() {
  const [image] = JSON.parse((await podman("image", "inspect", IMAGE)).stdout);
  return image;
}
