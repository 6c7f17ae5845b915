// Tests of properties try other cases each day, and what once failed always: see packages/server/testing/corpus. What fails says its seed;
// FUZZ_SEED=20260504 tries the same cases again, FUZZ_RUNS more of them where a test allows for a long search.
import fc from 'fast-check';
import { fuzzSeed } from './fuzz-seed.ts';

fc.configureGlobal({ seed: fuzzSeed() });
