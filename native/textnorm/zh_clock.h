#ifndef COSYSCRIBE_TEXTNORM_ZH_CLOCK_H_
#define COSYSCRIBE_TEXTNORM_ZH_CLOCK_H_

#include "textnorm/scan.h"
#include "textnorm/zh_number.h"

namespace cosyscribe::textnorm {

// 点 between numbers: a time with minutes (八点零五分), else nothing.
Match MatchZhMinutes(Scan& scan, const ZhNumber& hour);

// A bare hour: 六点, 三点半, 五点一刻, 两点钟. Not 三点建议 and not 快一点.
Match MatchZhHour(Scan& scan, const ZhNumber& hour);

// Numbers read off with three dots or more: addresses and versions.
Match MatchZhDotted(Scan& scan, const ZhNumber& first);

// A number before 年 月 日 号 that is a date's although it has one digit, or two read one by one.
Match MatchZhDate(Scan& scan, const ZhNumber& number);

// 农历, 正月, 初 and what follows: dates of the old calendar stay Chinese.
Match MatchZhLunar(Scan& scan);

// 星期 and 周 with their day: the day is no part of a number behind it.
Match MatchZhWeekday(Scan& scan);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_ZH_CLOCK_H_
