/** EIP-712 domain: the exchange contract that an order is signed for, as the hash that goes into every digest. */
import { checksumAddress } from "./address.ts";
import { bytesOf, concatBytes, toHex } from "./hex.ts";
import { keccak256, keccakText } from "./keccak.ts";
import { writeUint256 } from "./uint.ts";

export type OrderStruct = "v1" | "v2";
export type Venue = "polymarket" | "kuest";

export type DomainTerms = {
  readonly id: string;
  readonly venue: Venue;
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  /** Address with checksum. */
  readonly verifyingContract: string;
  /** True if it serves negative-risk markets, false if ordinary ones. */
  readonly negRisk: boolean;
  readonly struct: OrderStruct;
};

export type OrderDomain = DomainTerms & { readonly separator: Uint8Array; readonly separatorHex: string };

/** Adds the separator to a domain; the contract may have any case. */
export function makeDomain(terms: DomainTerms): OrderDomain {
  const contract = terms.verifyingContract.toLowerCase();
  const separator = domainSeparator({ ...terms, verifyingContract: contract });
  return {
    ...terms,
    verifyingContract: checksumAddress(contract),
    separator,
    separatorHex: toHex(separator),
  };
}

type SeparatorTerms = {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract?: string;
};

/** Computes hashStruct(EIP712Domain) of EIP-712, with the contract, lower case, if there is one. */
export function domainSeparator(terms: SeparatorTerms): Uint8Array {
  const { name, version, chainId, verifyingContract } = terms;
  const chain = new Uint8Array(32);
  writeUint256(String(chainId), chain, 0);
  const contractType = verifyingContract === undefined ? "" : ",address verifyingContract";
  const type = `EIP712Domain(string name,string version,uint256 chainId${contractType})`;
  const words = [keccakText(type), keccakText(name), keccakText(version), chain];
  if (verifyingContract !== undefined) words.push(new Uint8Array(12), bytesOf(verifyingContract));
  return keccak256(concatBytes(...words));
}
