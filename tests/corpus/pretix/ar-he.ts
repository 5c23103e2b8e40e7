/** Arabic and Hebrew mails of pretix shops. */
import { pretix } from './layout.ts';
import type { Sample } from '../sample.ts';

type Mail = Omit<Parameters<typeof pretix>[0], 'language'>;
const ar = (mail: Mail): Sample => pretix({ ...mail, language: 'ar' });
const he = (mail: Mail): Sample => pretix({ ...mail, language: 'he' });

export const PRETIX_AR_HE: readonly Sample[] = [
  ar({
    state: 'order-free',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'تم تأكيد تسجيلك في Devcon SEA (3LFWX)',
    code: '3LFWX',
    body: [
      'أهلًا روبن،',
      'تم تأكيد تسجيلك في مؤتمر Devcon SEA. تذكرتك مجانية ولا حاجة إلى أي دفع.',
      'أبرز رمز الاستجابة السريعة عند المدخل. نراك في بانكوك!',
    ],
  }),
  ar({
    state: 'order-expired',
    event: 'ethCC',
    kind: 'negative',
    hosted: true,
    subject: 'انتهت صلاحية طلبك: U7CPN',
    code: 'U7CPN',
    body: [
      'مرحبًا،',
      'للأسف لم نستلم أي دفعة لطلبك الخاص بـ EthCC[7] في الموعد، ولذلك انتهت صلاحيته وعادت التذاكر إلى البيع.',
      'فريق EthCC',
    ],
  }),
  he({
    state: 'order-placed',
    event: 'progcrypto',
    kind: 'pending',
    subject: 'ההזמנה שלך: XP7RD',
    code: 'XP7RD',
    body: [
      'שלום,',
      'קיבלנו את ההזמנה שלך ל-progcrypto בסך 120 דולר. נא לשלם עד 1 בנובמבר.',
      'הכרטיס יישלח אליך לאחר קבלת התשלום.',
      'צוות progcrypto',
    ],
  }),
  he({
    state: 'order-paid',
    event: 'devcon',
    kind: 'confirmation',
    subject: 'התשלום עבור ההזמנה התקבל: LE8UB',
    code: 'LE8UB',
    items: ['1x כרטיס רגיל – Robin Keller'],
    body: [
      'שלום,',
      'קיבלנו את התשלום שלך עבור Devcon SEA. תודה רבה!',
      'ניתן לעדכן פרטים ולהוריד את הכרטיס בעמוד ההזמנה.',
      'בברכה,\nצוות Devcon SEA',
    ],
  }),
  he({
    state: 'order-cancelled',
    event: 'devcon',
    kind: 'negative',
    subject: 'ההזמנה בוטלה: LE8UB',
    code: 'LE8UB',
    body: [
      'שלום,',
      'ההזמנה LE8UB לכנס Devcon SEA בוטלה לבקשתך והכרטיס אינו תקף עוד. הכסף יוחזר לכרטיס האשראי בתוך עשרה ימי עסקים.',
      'צוות Devcon',
    ],
  }),
];
