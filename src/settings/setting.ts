/** A row of the settings table, and the types of the values that a table describes. */

export type Setting = {
  /** Name of the environment variable. */
  readonly name: string;
  /** Markdown for docs/reference/configuration.md, with links from docs/reference/. */
  readonly meaning: string;
  /**
   * Kind of setting. A secret has no flag, since every user of a machine can read the arguments of processes. A switch
   * is true if its flag has no value. Only subcommands that call a running exchange read a setting of kind "commands".
   */
  readonly kind?: "secret" | "switch" | "commands";
  /** Checks the operator's text, or the default; throws an Error with the expected and the given text. */
  readonly parse: (text: string) => unknown;
  /** Hides the secret part of a text before the text is printed. */
  readonly conceal?: (text: string) => string;
} & (WithStandard | WithoutStandard);

type WithStandard = {
  /** The default, as an operator would write it. */
  readonly standard: string;
  /** The default in production, if different from `standard`. */
  readonly production?: string;
};

type WithoutStandard = {
  readonly standard?: never;
  readonly production?: never;
  /** The value of a setting that nobody set. */
  readonly unset: unknown;
  /** Markdown that explains the value `unset`, if needed. */
  readonly unsetMeaning?: string;
};

/** Settings by their field of the configuration. */
export type SettingTree = { readonly [field: string]: Setting | SettingTree };

/** The tree of settings with values in place of the rows. */
export type SettingsValues<Tree> = {
  readonly [Field in keyof Tree]: Tree[Field] extends { readonly parse: (text: string) => infer Value }
    ? Value | UnsetValue<Tree[Field]>
    : SettingsValues<Tree[Field]>;
};

type UnsetValue<Row> = Row extends { readonly unset: infer Value } ? Value : never;

const isSetting = (node: Setting | SettingTree): node is Setting => typeof node["parse"] === "function";

/** Lists the settings of a tree, in order. */
export const listSettings = (tree: SettingTree): readonly Setting[] =>
  Object.values(tree).flatMap((node) => (isSetting(node) ? [node] : listSettings(node)));

/** Builds the same tree with a value in place of each setting. */
export function mapSettings<Tree extends SettingTree>(
  tree: Tree,
  valueOf: (setting: Setting) => unknown,
): SettingsValues<Tree>;
export function mapSettings(tree: SettingTree, valueOf: (setting: Setting) => unknown): object {
  const entries = Object.entries(tree).map(([field, node]) => [
    field,
    isSetting(node) ? valueOf(node) : mapSettings(node, valueOf),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Returns the flag that overrides a setting: --trading-port for PRESAGE_TRADING_PORT, --database-url for DATABASE_URL.
 */
export const formatFlag = ({ name }: Pick<Setting, "name">): string =>
  `--${name
    .replace(/^PRESAGE_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;

/** Formats a default, else `unsetMeaning`, as Markdown; "" without either. */
export function formatDefault(setting: Setting): string {
  if (setting.standard === undefined) return setting.unsetMeaning ?? "";
  const { standard, production } = setting;
  return production === undefined ? `\`${standard}\`` : `\`${standard}\`; \`${production}\` in production`;
}
