/** A whole cluster of real parts on one host, whose engines, NATS and database end and come back. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("cluster");
