import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PublicAddress } from '../core/public-address.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { renderContactCard, sendingNumbersOf } from '../deliveries/contact-card.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';

const dependencies = ['reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

const asked = z.object({ version: z.enum(['3.0', '4.0']).default('3.0') });
const note = 'Pages come from these numbers. Allow them to ring in silent mode and Do Not Disturb.';

/** The card of the numbers that pages come from. Everybody who is paged sees them anyway. */
@Controller('api/contact-card')
export class ContactCardController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  card(@Query() query: unknown, @Res() reply: FastifyReply): void {
    const { version } = parseOrThrow(asked, query);
    const { connections, organisation } = this.parts.reads;
    const numbers = sendingNumbersOf(connections.all());
    const [row] = organisation.all();
    if (numbers.length === 0 || !row) throw new HttpProblem('contact_card.no_number');
    const url = this.address.url();
    const card = renderContactCard({ name: 'Tocsin', organisation: row.name, numbers, url, uid: row.organisationId, note }, version);
    void reply.type('text/vcard; charset=utf-8').header('content-disposition', 'attachment; filename="tocsin.vcf"').send(card);
  }
}
