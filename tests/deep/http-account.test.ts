/** Walks over parameters, credentials and operators' steps of accounts. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("http-account");
