// Times of requests as a histogram for the metrics, counted by numbers: the library looks for the texts of its labels at each request, a thirtieth of the processor time of a small one.
import type { Histogram } from 'prom-client';

const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** What was counted of an endpoint and a status; `fits` holds how many belong into each bucket and into none before it. */
interface Counted {
  count: number;
  sum: number;
  fits: number[];
}

/** A line of the metrics. */
interface Line {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

/** A metric as the registry of the library takes it: `asMetric` gives it the name of one. */
export class RequestDurations {
  readonly name = 'graticule_request_seconds';
  readonly help = 'Time to answer requests by endpoint and status.';
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #counted = new Map<string, Map<number, Counted>>();

  get asMetric(): Histogram {
    return this as unknown as Histogram;
  }

  /** Counts an answered request. */
  observe(endpoint: string, status: number, seconds: number): void {
    const counted = this.#of(endpoint, status);
    counted.count += 1;
    counted.sum += seconds;
    const at = BUCKETS.findIndex((most) => seconds <= most);
    if (at >= 0) counted.fits[at] = (counted.fits[at] ?? 0) + 1;
  }

  #of(endpoint: string, status: number): Counted {
    const ofEndpoint = this.#counted.get(endpoint) ?? new Map<number, Counted>();
    const counted = ofEndpoint.get(status) ?? { count: 0, sum: 0, fits: BUCKETS.map(() => 0) };
    if (counted.count === 0) this.#counted.set(endpoint, ofEndpoint.set(status, counted));
    return counted;
  }

  async get(): Promise<object> {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: [...this.#lines()] };
  }

  *#lines(): Generator<Line> {
    for (const [endpoint, ofEndpoint] of this.#counted)
      for (const [status, { count, sum, fits }] of ofEndpoint) {
        const labels = { endpoint, status: String(status) };
        let below = 0;
        for (const [at, le] of BUCKETS.entries()) {
          below += fits[at] ?? 0;
          yield { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: below };
        }
        yield { metricName: `${this.name}_bucket`, labels: { le: '+Inf', ...labels }, value: count };
        yield { metricName: `${this.name}_sum`, labels, value: sum };
        yield { metricName: `${this.name}_count`, labels, value: count };
      }
  }
}
