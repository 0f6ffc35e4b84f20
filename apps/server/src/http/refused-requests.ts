import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** Counts refused requests by code, sign-ins included. */
@Injectable()
export class RefusedRequests {
  /** Registered by the metrics of this server. */
  readonly counter = new Counter({
    name: 'tocsin_refused_total',
    help: 'Refused requests by code, sign-ins included.',
    labelNames: ['code'],
    registers: [],
  });

  count(code: string): void {
    this.counter.inc({ code });
  }
}
