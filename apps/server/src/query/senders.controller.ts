import { Controller, Get } from '@nestjs/common';
import type { SendersAnswer } from '@tocsin/contracts/senders.js';
import { senders } from '../ingest/senders/senders.js';

const answer: SendersAnswer = {
  senders: senders.map(({ id, name, about, format, steps }) => ({ id, name, about, kind: format.kind, steps })),
};

/** What can be connected, and how. */
@Controller('api/senders')
export class SendersController {
  @Get()
  senders(): SendersAnswer {
    return answer;
  }
}
