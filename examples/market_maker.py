"""
A market maker with an unmodified client of Polymarket, as market-maker.js. It bids for both outcomes of a market; a
bid for one is an offer of the other. It hears of its fills on the user channel, and moves its quotes away from them.
It sends heartbeats, so that its orders are cancelled if it dies; Ctrl-C cancels them as well. Its wallet is in a
file: a maker that starts again cancels the quotes that it left. After a restart of the exchange it connects again.

    pip install py-clob-client-v2 websocket-client
"""

import json
import os
import secrets
import signal
import time
from pathlib import Path

import websocket
from py_clob_client_v2.client import ClobClient
from py_clob_client_v2.clob_types import OrderArgs, OrderMarketCancelParams, PostOrdersV2Args
from py_clob_client_v2.exceptions import PolyApiException

PORT = os.environ.get("PRESAGE_POLYMARKET_PORTS", "7011").split(",")[0]
HOST = os.environ.get("CLOB_API_URL", f"http://127.0.0.1:{PORT}")
KEY = Path(os.environ.get("KEY_FILE", "market-maker.key"))
TICKS, HALF_SPREAD, SIZE, HEARTBEAT_SECONDS, PAUSE_SECONDS = 100, 2, 50, 5, 1


def connect():
    """Makes a client with the wallet of the file, which is made once."""
    KEY.touch(mode=0o600)
    if not KEY.read_text():
        KEY.write_text("0x" + secrets.token_hex(32))
    client = ClobClient(host=HOST, key=KEY.read_text().strip(), chain_id=137)
    client.set_api_creds(client.create_or_derive_api_key())
    return client


def bounded(fair):
    """Keeps a fair value where quotes around it are prices."""
    return min(max(fair, 2 * HALF_SPREAD), TICKS - 2 * HALF_SPREAD)


class MarketMaker:
    def __init__(self, client):
        self.client = client
        markets = client.get_sampling_markets()["data"]
        market = next(one for one in markets if one["minimum_tick_size"] == 1 / TICKS)
        self.condition_id = market["condition_id"]
        self.yes, self.no = (token["token_id"] for token in market["tokens"])
        print(market["question"], flush=True)

    def cancel(self):
        return self.client.cancel_market_orders(OrderMarketCancelParams(market=self.condition_id))["canceled"]

    def middle(self):
        """The middle of the book, of which a missing side counts as 0 or 1."""
        try:
            return bounded(round(float(self.client.get_midpoint(self.yes)["mid"]) * TICKS))
        except PolyApiException as error:
            if error.status_code == 404:  # nobody quotes
                return TICKS // 2
            raise

    def quote(self, fair):
        """Bids HALF_SPREAD ticks below the worth of each outcome, of which the first is worth fair ticks."""
        self.cancel()
        bids = ((self.yes, fair - HALF_SPREAD), (self.no, TICKS - fair - HALF_SPREAD))
        orders = [
            self.client.create_order(OrderArgs(token_id=token, price=ticks / TICKS, size=SIZE, side="BUY"))
            for token, ticks in bids
        ]
        answers = self.client.post_orders([PostOrdersV2Args(order=order) for order in orders], post_only=True)
        refused = next((one["errorMsg"] for one in answers if not one["success"]), "")
        print(f"quoting {fair - HALF_SPREAD} at {fair + HALF_SPREAD} {refused}".rstrip(), flush=True)

    def run(self, channel):
        """Quotes, and follows the fills, until the channel ends."""
        key = self.client.creds
        auth = {"apiKey": key.api_key, "secret": key.api_secret, "passphrase": key.api_passphrase}
        channel.send(json.dumps({"type": "user", "markets": [self.condition_id], "auth": auth}))
        self.cancel()  # quotes of a run before
        fair, beat, due = self.middle(), "", 0
        self.quote(fair)
        while True:
            if time.monotonic() >= due:
                beat = self.client.post_heartbeat(beat)["heartbeat_id"]
                due = time.monotonic() + HEARTBEAT_SECONDS
            channel.settimeout(max(due - time.monotonic(), 0.01))
            try:
                event = json.loads(channel.recv())
            except websocket.WebSocketTimeoutException:
                continue
            if (event.get("event_type"), event.get("type")) != ("order", "UPDATE"):
                continue
            first = event["asset_id"] == self.yes
            print(f"bought {event['size_matched']} of the {'first' if first else 'second'} outcome", flush=True)
            fair = bounded(fair + (-1 if first else 1))
            self.quote(fair)


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    maker = MarketMaker(connect())
    try:
        while True:
            try:
                maker.run(websocket.create_connection(HOST.replace("http", "ws", 1) + "/ws/user"))
            except (PolyApiException, websocket.WebSocketException, OSError, ValueError) as error:
                print(f"connecting again: {error}", flush=True)
                time.sleep(PAUSE_SECONDS)
    except KeyboardInterrupt:
        print("cancelled", len(maker.cancel()), "orders")


if __name__ == "__main__":
    try:
        main()
    except PolyApiException as error:
        raise SystemExit(f"{HOST}: {error}. Start the exchange with npm start, or name another in CLOB_API_URL.")
