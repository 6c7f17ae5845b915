// How long tests of the pages wait for what they expect to see: a busy machine is slow, not wrong.
import { configure } from '@testing-library/dom';

configure({ asyncUtilTimeout: 8_000 });
