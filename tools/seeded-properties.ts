// Tests of properties try the same cases on every run, so that a change is judged by what it changed alone.
// FUZZ_SEED=7 tries others, FUZZ_RUNS more of them where a test allows for a long search.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_241) });
