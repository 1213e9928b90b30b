/** The shape of a setting's row in the table, and the types of the values that a table of rows describes. */

export type Setting = {
  /** The variable of the environment. */
  readonly name: string;
  /** Markdown for docs/configuration.md, with links from docs/. */
  readonly meaning: string;
  /**
   * A secret has no flag, since every user of a machine can read the arguments of its processes. A switch is true where its
   * flag stands alone. Only commands that ask a running exchange read a setting for commands.
   */
  readonly kind?: "secret" | "switch" | "commands";
  /** Checks a text of the operator, or the default; throws an Error with the text that was expected and the one that came. */
  readonly parse: (text: string) => unknown;
  /** Hides the secret part of a text that is printed. */
  readonly conceal?: (text: string) => string;
} & (WithStandard | WithoutStandard);

type WithStandard = {
  /** The default, as an operator would set it. */
  readonly standard: string;
  /** The default in production, if it differs. */
  readonly production?: string;
};

type WithoutStandard = {
  readonly standard?: never;
  readonly production?: never;
  /** The value of a setting that nobody set. */
  readonly unset: unknown;
  /** Markdown for that value, if it needs words. */
  readonly unsetMeaning?: string;
};

/** Settings by the field of the configuration that has their value. */
export type SettingTree = { readonly [field: string]: Setting | SettingTree };

/** The tree with the value of each setting in place of its row. */
export type ValuesOf<Tree> = {
  readonly [Field in keyof Tree]: Tree[Field] extends { readonly parse: (text: string) => infer Value }
    ? Value | UnsetOf<Tree[Field]>
    : ValuesOf<Tree[Field]>;
};

type UnsetOf<Row> = Row extends { readonly unset: infer Value } ? Value : never;

const isSetting = (node: Setting | SettingTree): node is Setting => typeof node["parse"] === "function";

/** Lists the settings of a tree, in its order. */
export const listSettings = (tree: SettingTree): readonly Setting[] =>
  Object.values(tree).flatMap((node) => (isSetting(node) ? [node] : listSettings(node)));

/** Builds the same tree with the value of each setting. */
export function mapSettings<Tree extends SettingTree>(
  tree: Tree,
  valueOf: (setting: Setting) => unknown,
): ValuesOf<Tree>;
export function mapSettings(tree: SettingTree, valueOf: (setting: Setting) => unknown): object {
  const entries = Object.entries(tree).map(([field, node]) => [
    field,
    isSetting(node) ? valueOf(node) : mapSettings(node, valueOf),
  ]);
  return Object.fromEntries(entries);
}

/** The flag that overrides a setting: PRESAGE_TRADING_PORT is --trading-port, DATABASE_URL is --database-url. */
export const flagOf = ({ name }: Pick<Setting, "name">): string =>
  `--${name
    .replace(/^PRESAGE_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;

/** Markdown of a setting's default; empty if nothing is set by default. */
export function defaultMarkdown(setting: Setting): string {
  if (setting.standard === undefined) return setting.unsetMeaning ?? "";
  const { standard, production } = setting;
  return production === undefined ? `\`${standard}\`` : `\`${standard}\`; \`${production}\` in production`;
}
