#include "textnorm/pipeline.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(Pipeline, CommitsOnlyWhatCannotChange) {
  Pipeline pipeline(ShippedLexicon().get(), Stages(true, false, false, false), nullptr);
  pipeline.Reset(0, 0);
  const std::string text = "好二十";
  pipeline.SetText(text, 0, false);
  pipeline.Run();
  EXPECT_EQ(pipeline.Take().text, "好");  // 二十 may go on
  pipeline.SetText(text, 0, true);
  pipeline.Run();
  EXPECT_EQ(pipeline.Take().text, "20");
}

TEST(Pipeline, SeparatesNumbersFromEnglishPhrases) {
  EXPECT_EQ(Itn("high five三十"), "high five 30");
  EXPECT_EQ(Itn("F五"), "F5");
}

TEST(Pipeline, StagesWorkTogether) {
  const Config all = Stages(true, true, true, true);
  EXPECT_EQ(Written("今天跑了十二公里逗号用时一小时零五分句号", all),
            "今天跑了12公里，用时1小时05分。");
  EXPECT_EQ(Written("我的gpu有二十四GB显存", all), "我的 gpu 有 24GB 显存");
  EXPECT_EQ(Written("let's meet on friday at three thirty p m period", all),
            "Let's meet on Friday at 3:30 PM.");
}

}  // namespace
}  // namespace cosyscribe::textnorm
