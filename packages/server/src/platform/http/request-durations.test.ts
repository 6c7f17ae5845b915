// The lines that operators read must be those that the library would have written.
import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { RequestDurations } from './request-durations.ts';

it('tells what the histogram of the library tells', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const durations = new RequestDurations();
  ours.registerMetric(durations.asMetric);
  const histogram = new Histogram({
    name: durations.name,
    help: durations.help,
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [theirs],
  });
  const observed: [string, number, number][] = [
    ['tiles', 200, 0.001],
    ['tiles', 200, 0.005],
    ['tiles', 200, 0.3],
    ['tiles', 404, 0.02],
    ['a "quoted" one', 500, 40],
  ];
  for (const [endpoint, status, seconds] of observed) {
    durations.observe(endpoint, status, seconds);
    histogram.observe({ endpoint, status: String(status) }, seconds);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
  expect(await ours.getMetricsAsJSON()).toMatchObject([{ name: durations.name, type: 'histogram' }]);
});
