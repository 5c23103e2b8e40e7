/** Further mails of pretix shops in East Asian languages, Arabic and Hebrew. */
import { pretix } from './layout.ts';
import type { Sample } from '../sample.ts';

type Mail = Omit<Parameters<typeof pretix>[0], 'language'>;
const ja = (mail: Mail): Sample => pretix({ ...mail, language: 'ja' });
const zh = (mail: Mail): Sample => pretix({ ...mail, language: 'zh' });
const ko = (mail: Mail): Sample => pretix({ ...mail, language: 'ko' });
const th = (mail: Mail): Sample => pretix({ ...mail, language: 'th' });
const ar = (mail: Mail): Sample => pretix({ ...mail, language: 'ar' });
const he = (mail: Mail): Sample => pretix({ ...mail, language: 'he' });

export const PRETIX_MORE_EAST: readonly Sample[] = [
  ja({
    state: 'refund',
    event: 'edcon',
    kind: 'negative',
    subject: 'ご返金のお知らせ: 7LKXW',
    code: '7LKXW',
    body: [
      'Robin Keller 様',
      'EDCON 2024 のチケットのキャンセルに伴い、38,000 円をクレジットカードに返金いたしました。',
      'EDCON 2024 事務局',
    ],
  }),
  zh({
    state: 'event-info',
    event: 'devcon',
    kind: 'logistics',
    byHand: true,
    subject: 'Devcon SEA 参会须知',
    code: 'MWX7P',
    sent: -4,
    body: [
      '各位参会者，',
      '大会将于下周二开幕。请携带护照和门票二维码，周一下午两点起可在北门领取胸牌。',
      '会场提供午餐。日程见官方应用。',
    ],
  }),
  ko({
    state: 'sales-start',
    event: 'ethCC',
    kind: 'bulk',
    byHand: true,
    hosted: true,
    headers: { 'List-Unsubscribe': '<https://pretix.eu/ethcc/newsletter/out/ko>' },
    subject: 'EthCC[7] 얼리버드 티켓 판매 시작',
    body: [
      '안녕하세요,',
      '브뤼셀에서 열리는 EthCC[7]의 얼리버드 티켓을 오늘부터 판매합니다. 3월 1일까지 30% 할인된 가격으로 예매하세요.',
      '예매: https://pretix.eu/ethcc/ethcc7/ 수신 거부: https://pretix.eu/ethcc/newsletter/out/ko',
    ],
  }),
  th({
    state: 'event-info',
    event: 'devcon',
    kind: 'logistics',
    byHand: true,
    subject: 'ข้อมูลสำหรับผู้เข้าร่วมงาน Devcon SEA',
    code: 'W7XBT',
    sent: -3,
    body: [
      'เรียน ผู้เข้าร่วมงานทุกท่าน',
      'งานจะเริ่มวันอังคารนี้ ลงทะเบียนรับป้ายชื่อได้ตั้งแต่วันจันทร์เวลา 14.00 น. ที่ชั้น G กรุณานำบัตรประชาชนและ QR code มาด้วย',
      'แล้วพบกัน',
    ],
  }),
  th({
    state: 'offer',
    event: 'devcon',
    kind: 'bulk',
    byHand: true,
    headers: { 'List-Unsubscribe': '<https://tickets.devcon.org/unsubscribe/th>' },
    subject: 'บัตร Devcon SEA ราคาพิเศษสำหรับคนไทย',
    body: [
      'สวัสดีครับ',
      'ผู้ที่อาศัยอยู่ในประเทศไทยซื้อบัตร Devcon SEA ได้ในราคาพิเศษถึงสิ้นเดือนนี้',
      'ซื้อบัตร: https://tickets.devcon.org/7/ ยกเลิกรับข่าวสาร: https://tickets.devcon.org/unsubscribe/th',
    ],
  }),
  th({
    state: 'waiting-list-offer',
    event: 'devcon',
    kind: 'pending',
    subject: 'มีบัตรว่างสำหรับคุณแล้ว: Devcon SEA',
    body: [
      'สวัสดีครับ',
      'คุณเคยลงชื่อในรายชื่อสำรองของ Devcon SEA ขณะนี้มีบัตรว่างหนึ่งใบ กรุณาซื้อภายใน 24 ชั่วโมงด้วยรหัส **TH7WXLK9** มิฉะนั้นบัตรจะถูกส่งต่อให้คนถัดไป',
    ],
  }),
  ar({
    state: 'order-cancelled',
    event: 'zuconnect',
    kind: 'negative',
    subject: 'تم إلغاء الطلب: 9TXEA',
    code: '9TXEA',
    body: [
      'مرحبًا،',
      'بناءً على رغبتك أُلغي طلبك 9TXEA الخاص بـ ZuConnect، ولم تعد تذكرتك صالحة. سيعاد المبلغ إلى بطاقتك خلال عشرة أيام عمل.',
      'فريق ZuConnect',
    ],
  }),
  ar({
    state: 'waiting-list-joined',
    event: 'devcon',
    kind: 'pending',
    subject: 'أنت على قائمة الانتظار: Devcon SEA',
    body: [
      'مرحبًا،',
      'نفدت تذاكر Devcon SEA حاليًا وأضفناك إلى قائمة الانتظار. سنخبرك إذا توفرت تذكرة.',
      'فريق Devcon',
    ],
  }),
  ar({
    state: 'event-info',
    event: 'zuconnect',
    kind: 'logistics',
    byHand: true,
    subject: 'معلومات للمشاركين في ZuConnect',
    code: 'AR7LK',
    sent: -3,
    body: [
      'أعزاءنا المشاركين،',
      'يبدأ تسجيل الوصول يوم الأحد الساعة العاشرة صباحًا في بهو الفندق. أحضروا جواز السفر ورمز التذكرة.',
      'البرنامج متاح على الموقع. نراكم في إسطنبول!',
    ],
  }),
  ar({
    state: 'offer',
    event: 'devcon',
    kind: 'bulk',
    byHand: true,
    headers: { 'List-Unsubscribe': '<https://tickets.devcon.org/unsubscribe/ar>' },
    subject: 'خصم 15٪ على تذاكر Devcon SEA',
    body: [
      'مرحبًا بالجميع،',
      'احصلوا على خصم 15٪ عند شراء تذاكر Devcon SEA قبل نهاية أغسطس. سارعوا بالتسجيل فالأماكن محدودة.',
      'لإلغاء الاشتراك: https://tickets.devcon.org/unsubscribe/ar',
    ],
  }),
  he({
    state: 'waiting-list-joined',
    event: 'progcrypto',
    kind: 'pending',
    subject: 'נוספת לרשימת ההמתנה: progcrypto',
    body: [
      'שלום,',
      'הכרטיסים ל-progcrypto אזלו. הוספנו אותך לרשימת ההמתנה ונעדכן אם יתפנה מקום.',
      'צוות progcrypto',
    ],
  }),
  he({
    state: 'order-free',
    event: 'zkSummit11',
    kind: 'confirmation',
    subject: 'ההרשמה ל-ZK Summit 11 אושרה (HE7WX)',
    code: 'HE7WX',
    body: [
      'שלום Robin,',
      'ההרשמה שלך ל-ZK Summit 11 אושרה. הכרטיס ללא תשלום וממתין לך בעמוד ההזמנה.',
      'נתראה באתונה!',
    ],
  }),
  he({
    state: 'sales-start',
    event: 'devcon',
    kind: 'bulk',
    byHand: true,
    headers: { 'List-Unsubscribe': '<https://tickets.devcon.org/unsubscribe/he>' },
    subject: 'מכירת הכרטיסים ל-Devcon SEA נפתחה',
    body: [
      'שלום לכולם,',
      'החל מהיום אפשר לרכוש כרטיסים ל-Devcon SEA במחיר מוקדם. הכנס יתקיים בבנגקוק בנובמבר.',
      'להסרה מרשימת התפוצה: https://tickets.devcon.org/unsubscribe/he',
    ],
  }),
];
