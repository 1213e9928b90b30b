/** The name by which a wallet is shown: the one that its owner chose, or the generated one. */
import { generateName } from "../../../src/core/generated-name.ts";

export const nameOfWallet = (address: string, name: string): string =>
  name === "" ? generateName(address.toLowerCase()) : name;

type ShownNameProps = { readonly address: string; readonly name: string };

/** Keeps the direction of its letters from the text around it. */
export const ShownName = ({ address, name }: ShownNameProps) => (
  <bdi className="person-name">{nameOfWallet(address, name)}</bdi>
);
