/** Set-ups of a client: contract wallets, the exchange's clock instead of its own, the one port with all dialects. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deriveWallets } from "../../src/signing/orders/contract-wallet.ts";
import type { Client } from "./call-record.ts";
import { newWallet } from "./target.ts";
import type { Target, Trader } from "./target.ts";

const WALLETS = { 1: "a proxy", 2: "a Safe", 3: "a deposit wallet" } as const;

export function testSetUps(target: Target): void {
  const { library, ordinary, exclusive } = target;
  const bid = { side: "BUY", price: 0.05, size: 10 } as const;

  describe("set-ups", () => {
    for (const type of library.signatureTypes.filter((each) => each !== 0)) {
      it(`trades with the funds of ${WALLETS[type]}`, async () => {
        const { signer, creds, address } = await target.createTrader();
        const funderAddress = walletOf(type, address);
        const client = target.connect({ signer, creds, signatureType: type, funderAddress });
        for (const { yes } of [ordinary, exclusive]) {
          const { status, orderID } = await client.createAndPostOrder({ ...bid, tokenID: yes });
          assert.equal(status, "live");
          const { maker_address: maker } = await client.getOrder(orderID);
          assert.equal(maker.toLowerCase(), funderAddress.toLowerCase());
        }
        assert.equal((await client.getBalanceAllowance({ asset_type: "COLLATERAL" })).balance, "10000000000");
        assert.equal((await client.cancelAll()).canceled.length, 2);
      });
    }

    it("asks the exchange for the time to sign with", async () => {
      await trade(target.host, { useServerTime: true });
    });

    it("trades on the one port that has every dialect", async () => {
      await trade(target.onePort, {});
    });
  });

  /** Trades with a client that is not recorded, since its routes differ from those of a standard client. */
  async function trade(host: string, options: { readonly useServerTime?: boolean }): Promise<void> {
    const signer = newWallet();
    const connect = (given: Partial<Pick<Trader, "creds">>): Client =>
      library.create(host, { ...options, ...given, signer }) as Client;
    const creds = await connect({}).createOrDeriveApiKey();
    const client = connect({ creds });
    const { status } = await client.createAndPostOrder({ ...bid, tokenID: ordinary.yes });
    assert.equal(status, "live");
    assert.equal((await client.getOpenOrders()).length, 1);
    assert.equal((await client.cancelAll()).canceled.length, 1);
  }
}

/** Contract wallet of an owner; a deposit wallet belongs to its first user, so any address will do. */
const walletOf = (type: 1 | 2 | 3, owner: string): string =>
  type === 3
    ? newWallet().account!.address
    : deriveWallets(type, owner.toLowerCase()).find(({ venue }) => venue === "polymarket")!.wallet;
