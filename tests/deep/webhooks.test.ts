/** Webhooks of more histories with all of their events, and deliveries of an exchange that is killed. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("webhooks");
