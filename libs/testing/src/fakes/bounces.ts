interface Bounced {
  readonly messageId: string;
  readonly status: string;
  readonly action?: 'failed' | 'delayed' | 'relayed' | 'delivered';
  readonly diagnostic?: string;
}

const lines = ({
  messageId,
  status,
  action = 'failed',
  diagnostic = '550 5.1.1 <ana@example.org>: Recipient address rejected:\n    User unknown in local recipient table',
}: Bounced): string => `Return-Path: <>
Received: by mx.example.org (Postfix)
	id 5DAA7CE088; Fri, 27 Nov 2026 03:12:09 +0000 (UTC)
Date: Fri, 27 Nov 2026 03:12:09 +0000 (UTC)
From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
Subject: Undelivered Mail Returned to Sender
To: tocsin@example.org
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="5AA1CCE084.1795797093/mx.example.org"
Message-Id: <20261127031209.5DAA7CE088@mx.example.org>
Content-Transfer-Encoding: 7bit

This is a MIME-encapsulated message.

--5AA1CCE084.1795797093/mx.example.org
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

This is the mail system at host mx.example.org.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

If you do so, please include this problem report. You can
delete your own text from the attached returned message.

                   The mail system

<ana@example.org>: host 127.0.0.1[127.0.0.1] said: 550 5.1.1 <ana@example=
.org>:
    Recipient address rejected: User unknown in local recipient table (in=
 reply
    to RCPT TO command)

--5AA1CCE084.1795797093/mx.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
X-Postfix-Queue-ID: 5AA1CCE084
X-Postfix-Sender: rfc822; tocsin@example.org
Arrival-Date: Fri, 27 Nov 2026 03:12:09 +0000 (UTC)

Final-Recipient: rfc822; ana@example.org
Original-Recipient: rfc822;ana@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; 127.0.0.1
Diagnostic-Code: smtp; ${diagnostic}

--5AA1CCE084.1795797093/mx.example.org
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 7bit

Return-Path: <tocsin@example.org>
Received: from [127.0.0.1] (unknown [127.0.0.1])
	by mx.example.org (Postfix) with ESMTP id 5AA1CCE084
	for <ana@example.org>; Fri, 27 Nov 2026 03:12:09 +0000 (UTC)
From: Tocsin <tocsin@example.org>
To: ana@example.org
Subject: =?UTF-8?Q?=E2=80=BC_=231_Disk_is_full?=
Message-ID: ${messageId}
Date: Fri, 27 Nov 2026 03:12:08 +0000
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

=E2=80=BC #1 Disk is full

--5AA1CCE084.1795797093/mx.example.org--
`;

/** What Debian’s Postfix 3.7.11 wrote when the next server refused the address (550 5.1.1), with the lines of SMTP. */
export const bounceOf = (bounced: Bounced): string => lines(bounced).replaceAll('\n', '\r\n');
