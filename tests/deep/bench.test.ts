/** Every bench at a small part of its size. */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep("bench");
