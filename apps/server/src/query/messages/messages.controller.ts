import { Controller, Get, Query } from '@nestjs/common';
import type { MessagesAnswer } from '@tocsin/contracts/messages.js';
import { Uses } from '../../core/uses.js';
import { RequestWithCaller, type Caller } from '../../http/caller.js';
import { parsed } from '../../problems/problem.js';
import { messageFilter } from './messages-query.js';
import { ViewReader } from '../view-reader.js';
import { MessagesReader, type MessageParts } from './messages-reader.js';

/** The message log: every attempt to reach a person. */
@Controller('api/messages')
export class MessagesController {
  private readonly log: MessagesReader;

  constructor(@Uses(['reads', 'vault']) parts: MessageParts, viewReader: ViewReader) {
    this.log = new MessagesReader(parts, viewReader);
  }

  @Get()
  messages(@Query() query: unknown, @RequestWithCaller() who: Caller): Promise<MessagesAnswer> {
    return this.log.page(parsed(messageFilter, query), who);
  }
}
