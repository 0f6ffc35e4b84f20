import { Controller, Get } from '@nestjs/common';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PreviewsAnswer } from '@tocsin/contracts/alert-groups/previews.js';
import { PublicAddress } from '../core/public-address.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { Channels } from '../channels/channels.js';
import { previewsOf } from '../channels/previews.js';
import { sampleBundle } from '../deliveries/sample-bundle.js';
import { samplePage } from '../deliveries/sample-page.js';
import { RequestWithCaller, type Caller } from '../http/caller.js';

const dependencies = ['clock'] as const;

/** Previews of a page, and of a message for several pages, for each channel: examples, made by the same code as real ones. */
@Controller('api/previews')
export class PreviewsController {
  constructor(
    @Uses(dependencies) private readonly parts: Pick<ServerParts, (typeof dependencies)[number]>,
    private readonly address: PublicAddress,
    private readonly channels: Channels,
  ) {}

  @Get()
  previews(@RequestWithCaller() { person }: Caller): PreviewsAnswer {
    const [personName, timeZone] = [readablePersonal(person?.name), person?.timeZone ?? 'UTC'];
    const message = samplePage({ personName, timeZone, now: this.parts.clock.now(), url: this.address.url() });
    const { byKind } = this.channels;
    return { previews: [...previewsOf(byKind, 'page', message)], bundles: [...previewsOf(byKind, 'bundle', sampleBundle(message))] };
  }
}
