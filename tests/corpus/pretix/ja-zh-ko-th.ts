/** Japanese, Chinese, Korean and Thai mails of pretix shops. */
import { pretix, ticketFile } from './layout.ts';
import type { Sample } from '../sample.ts';

type Mail = Omit<Parameters<typeof pretix>[0], 'language'>;
const ja = (mail: Mail): Sample => pretix({ ...mail, language: 'ja' });
const zh = (mail: Mail): Sample => pretix({ ...mail, language: 'zh' });
const ko = (mail: Mail): Sample => pretix({ ...mail, language: 'ko' });
const th = (mail: Mail): Sample => pretix({ ...mail, language: 'th' });

export const PRETIX_ASIA: readonly Sample[] = [
  ja({
    state: 'order-placed',
    event: 'edcon',
    kind: 'pending',
    subject: 'ご注文を承りました: 7LKXW',
    code: '7LKXW',
    items: ['1x 3日券'],
    body: [
      'Robin Keller 様',
      'EDCON 2024 のチケットをご注文いただきありがとうございます。合計金額は 38,000 円です。6月30日までにお支払いください。',
      'ご入金を確認でき次第、チケットをメールでお送りいたします。',
      'EDCON 2024 事務局',
    ],
  }),
  ja({
    state: 'order-paid',
    event: 'edcon',
    kind: 'confirmation',
    subject: 'お支払いを確認しました: 7LKXW',
    code: '7LKXW',
    items: ['1x 3日券 – Robin Keller'],
    body: [
      'Robin Keller 様',
      'EDCON 2024 のご注文について、お支払いを確認いたしました。誠にありがとうございます。',
      'ご注文内容の確認や変更は、下記のページから行えます。',
      'EDCON 2024 事務局',
    ],
    attachments: [ticketFile('edcon', '7LKXW')],
  }),
  ja({
    state: 'order-free',
    event: 'devcon',
    kind: 'confirmation',
    subject: '【Devcon SEA】参加登録が完了しました (H3BWZ)',
    code: 'H3BWZ',
    body: [
      'こんにちは。',
      'Devcon SEA の参加登録が完了しました。無料チケットのため、お支払いは不要です。',
      '当日は会場の受付で QR コードをご提示ください。',
      'Devcon チーム',
    ],
  }),
  ja({
    state: 'order-cancelled',
    event: 'edcon',
    kind: 'negative',
    subject: 'ご注文がキャンセルされました: 7LKXW',
    code: '7LKXW',
    body: [
      'Robin Keller 様',
      'EDCON 2024 のご注文 (注文番号 7LKXW) をキャンセルいたしました。お手元のチケットは無効となり、ご入場いただけません。',
      'EDCON 2024 事務局',
    ],
  }),
  ja({
    state: 'event-info',
    event: 'edcon',
    kind: 'logistics',
    byHand: true,
    subject: '【EDCON 2024】ご参加の皆様へ 当日のご案内',
    code: 'CY3RN',
    sent: -3,
    body: [
      '参加者の皆様',
      'いよいよ3日後に開幕です。会場の受付は 8:30 に開始いたします。チケットの QR コードと身分証明書をご用意ください。',
      '名札は会期中つねにお付けください。タイムテーブルは公式サイトに掲載しております。',
      '皆様のお越しをお待ちしております。',
    ],
  }),
  ja({
    state: 'waiting-list-offer',
    event: 'zkSummit11',
    kind: 'pending',
    subject: 'キャンセル待ちのお客様へ: ZK Summit 11 に空きが出ました',
    body: [
      'こんにちは。',
      'キャンセル待ちにご登録いただいていた ZK Summit 11 のチケットに空きが出ました。24時間以内にバウチャーコード **WQ3TXN8L** を使ってご購入ください。',
      '期限を過ぎますと、次の方にご案内いたします。',
    ],
  }),
  ja({
    state: 'sales-start',
    event: 'edcon',
    kind: 'bulk',
    byHand: true,
    headers: { 'List-Unsubscribe': '<https://tickets.edcon.io/out/ja>' },
    subject: 'EDCON 2024 早割チケット発売開始',
    body: [
      '皆様',
      '東京で開催される EDCON 2024 の早割チケットを本日より販売いたします。4月30日までのお申し込みで 30% 割引となります。',
      'お申し込み: https://tickets.edcon.io/2024/ 配信停止: https://tickets.edcon.io/out/ja',
    ],
  }),
  zh({
    state: 'order-paid',
    event: 'devcon',
    kind: 'confirmation',
    subject: '已收到订单付款：MWX7P',
    code: 'MWX7P',
    items: ['1x 普通票 – Robin Keller'],
    body: [
      '您好，',
      '我们已成功收到您为 Devcon SEA 支付的款项，谢谢！',
      '您可以在下面的页面查看订单状态或修改信息。',
      'Devcon SEA 团队',
    ],
  }),
  zh({
    state: 'waiting-list-joined',
    event: 'devcon',
    kind: 'pending',
    subject: '您已加入 Devcon SEA 候补名单',
    body: [
      '您好，',
      'Devcon SEA 门票目前已售罄。您已加入候补名单，一旦有票释出，我们会通过邮件通知您。',
      'Devcon 团队',
    ],
  }),
  zh({
    state: 'offer',
    event: 'ethCC',
    kind: 'bulk',
    byHand: true,
    hosted: true,
    headers: { 'List-Unsubscribe': '<https://pretix.eu/ethcc/newsletter/out/zh>' },
    subject: 'EthCC[7] 早鸟票限时优惠',
    body: [
      '各位朋友，',
      'EthCC[7] 早鸟票现正发售，三月一日前购票可享七折优惠。大会将于七月在布鲁塞尔举行，名额有限，欲购从速。',
      '购票：https://pretix.eu/ethcc/ethcc7/ 退订：https://pretix.eu/ethcc/newsletter/out/zh',
    ],
  }),
  ko({
    state: 'order-placed',
    event: 'devcon',
    kind: 'pending',
    subject: '주문이 접수되었습니다: 3KFTW',
    code: '3KFTW',
    body: [
      '안녕하세요,',
      'Devcon SEA 티켓 주문이 접수되었습니다. 2024년 10월 1일까지 599.00달러를 결제해 주세요.',
      '입금이 확인되면 티켓을 이메일로 보내 드립니다.',
      'Devcon 팀',
    ],
  }),
  ko({
    state: 'order-cancelled',
    event: 'devcon',
    kind: 'negative',
    subject: '주문이 취소되었습니다: 3KFTW',
    code: '3KFTW',
    body: [
      '안녕하세요,',
      '요청하신 대로 Devcon SEA 주문(3KFTW)을 취소하였습니다. 티켓은 더 이상 사용하실 수 없으며 결제 금액은 5영업일 이내에 환불됩니다.',
      'Devcon 팀',
    ],
  }),
  ko({
    state: 'event-info',
    event: 'zkSummit11',
    kind: 'logistics',
    byHand: true,
    subject: 'ZK Summit 11 참가자 안내',
    code: 'XT8CB',
    sent: -2,
    body: [
      '참가자 여러분,',
      '행사 당일 등록 데스크는 오전 8시 30분에 열립니다. 티켓의 QR 코드를 보여 주시고 명찰을 받아 주세요.',
      '행사장은 지하철역에서 걸어서 5분 거리입니다. 아테네에서 뵙겠습니다!',
    ],
  }),
  th({
    state: 'order-placed',
    event: 'devcon',
    kind: 'pending',
    subject: 'คำสั่งซื้อของคุณ: W7XBT',
    code: 'W7XBT',
    body: [
      'สวัสดีครับ',
      'เราได้รับคำสั่งซื้อบัตร Devcon SEA ของคุณแล้ว ยอดรวม 9,900 บาท กรุณาชำระเงินภายในวันที่ 15 ตุลาคม 2567',
      'เมื่อได้รับการชำระเงินแล้ว เราจะส่งบัตรให้ทางอีเมล',
      'ทีมงาน Devcon',
    ],
  }),
  th({
    state: 'order-paid',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'ได้รับการชำระเงินแล้ว: W7XBT',
    code: 'W7XBT',
    items: ['1x บัตรสำหรับผู้อยู่อาศัยในประเทศไทย – Robin Keller'],
    body: [
      'สวัสดีครับคุณ Robin',
      'เราได้รับการชำระเงินสำหรับ Devcon SEA เรียบร้อยแล้ว ขอบคุณครับ บัตรเข้างานของคุณแนบมากับอีเมลนี้',
      'แล้วพบกันที่ศูนย์ประชุมแห่งชาติสิริกิติ์',
      'ทีมงาน Devcon SEA',
    ],
    attachments: [ticketFile('devcon', 'W7XBT')],
  }),
  th({
    state: 'order-cancelled',
    event: 'devcon',
    kind: 'negative',
    subject: 'ยกเลิกคำสั่งซื้อแล้ว: R3PNU',
    code: 'R3PNU',
    body: [
      'สวัสดีครับ',
      'คำสั่งซื้อ R3PNU สำหรับ Devcon SEA ถูกยกเลิกแล้ว บัตรของคุณใช้ไม่ได้อีกต่อไป เราจะคืนเงินให้ภายใน 10 วันทำการ',
      'ทีมงาน Devcon',
    ],
  }),
];
