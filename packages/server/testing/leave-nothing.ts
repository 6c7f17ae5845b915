// After each file of tests with a database: what it left open is closed, and said. After each test that failed: what the server logged.
import { afterAll } from 'vitest';
import { printLogOfFailures } from './log-of-failure.ts';
import { closeForgottenDatabases } from './test-database.ts';

afterAll(closeForgottenDatabases);
printLogOfFailures();
