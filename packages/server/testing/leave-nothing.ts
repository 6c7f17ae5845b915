// After each file of tests with a database: what it left open is closed, and said.
import { afterAll } from 'vitest';
import { closeForgottenDatabases } from './test-database.ts';

afterAll(closeForgottenDatabases);
