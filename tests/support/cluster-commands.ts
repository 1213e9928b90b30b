/** The commands of docs/operating/cluster.md, each with the test that runs it. */
import { readFileSync } from "node:fs";

/** Tests by the program that starts them: `npm run test:` and the name. */
export type ClusterRunner = "cluster" | "deploy";

/** Lists the commands of the page's shell blocks that a test runs, in its order, without changes of the folder. */
export function clusterCommands(runner: ClusterRunner): readonly string[] {
  const page = readFileSync(new URL("../../docs/operating/cluster.md", import.meta.url), "utf8");
  const [, guide = ""] = page.split("\n## Engines and gateways\n");
  const commands = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );
  return commands
    .filter((command) => !command.startsWith("cd "))
    .filter((command) => /^(kubectl|helm) /.test(command) === (runner === "deploy"));
}
