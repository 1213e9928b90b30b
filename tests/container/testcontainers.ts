/** The blocks of the page on Testcontainers, run in their order against the image, on podman's service in place of Docker's. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { isShell, readPage } from "../docs-blocks/page-blocks.ts";
import { podman } from "./containers.ts";
import { startDockerService } from "./docker-service.ts";
import { IMAGE } from "./images.ts";
import { run } from "./tools.ts";

const PAGE = readPage("docs/start/testing-testcontainers.md");

/** Packages that the page installs, in versions that do not change under this test. */
const PINNED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: { testcontainers: "testcontainers@12.2.0" },
  pip: { testcontainers: "testcontainers==4.15.0", pytest: "pytest==9.2.0" },
};

const commands = PAGE.blocks.filter(isShell).flatMap(({ text }) => text.trim().split("\n"));
const isInstall = (command: string): boolean => /^(npm|pip) install /.test(command);

const pinned = (command: string): string => {
  const words = command.split(" ");
  return words.map((word) => PINNED[words[0] ?? ""]?.[word] ?? word).join(" ");
};

const pythonIn = (folder: string): string => join(folder, "python", "bin");

const shell = (folder: string, command: string, env: object = {}): Promise<unknown> => {
  const programs = [pythonIn(folder), dirname(process.execPath), process.env["PATH"]];
  const settings = { ...env, PATH: programs.join(delimiter) };
  return run("bash", ["-ec", `cd '${folder}'; ${command}`], settings);
};

/** Writes the files of the page into a folder, and installs there what they need. */
export async function prepareTestcontainers(folder: string): Promise<void> {
  for (const { file, text } of PAGE.blocks) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  await run("python3", ["-m", "venv", join(folder, "python")]);
  for (const command of commands.filter(isInstall)) await shell(folder, pinned(command));
}

/** Names of the containers and the volumes that are there. */
async function listKept(): Promise<string> {
  const containers = await podman("ps", "--all", "--quiet", "--filter", "label=org.testcontainers");
  const volumes = await podman("volume", "ls", "--quiet");
  return containers.stdout + volumes.stdout;
}

/** Runs the commands of the page that do not install; its containers must leave nothing. */
export async function runTestcontainersPage(folder: string): Promise<readonly string[]> {
  const service = await startDockerService(folder);
  const env = {
    DOCKER_HOST: service.host,
    // Its image, which removes what a killed test leaves, cannot be pulled here.
    TESTCONTAINERS_RYUK_DISABLED: "true",
    // A machine that is a container itself has the ports all the same.
    TESTCONTAINERS_HOST_OVERRIDE: "127.0.0.1",
    TESTCONTAINERS_CONNECTION_MODE: "docker_host",
  };
  const own = commands.filter((command) => !isInstall(command));
  try {
    const kept = await listKept();
    for (const command of own) await runCommand(folder, command, env);
    assert.equal(await listKept(), kept);
    return own;
  } finally {
    const { stdout } = await podman("ps", "--all", "--quiet", "--filter", "label=org.testcontainers");
    for (const id of stdout.split("\n").filter(Boolean)) await podman("rm", "--force", "--volumes", id);
    await service.close();
  }
}

/** Name under which a client of Docker finds the image of a documented tag. */
const TAGGED = /^docker build --tag (\S+) \.$/;

async function runCommand(folder: string, command: string, env: object): Promise<void> {
  const [, tag] = TAGGED.exec(command) ?? [];
  if (tag === undefined) await shell(folder, command, env);
  else await podman("tag", IMAGE, `docker.io/library/${tag}`);
}
